import { INGRESS_HOLD_HOURS, REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import type { Topic } from '../catalogue/topic.ts';
import { UNCOLLECTED_PER_URL_MAX } from './receive-webhook.ts';

export const ABOUT_HOSTED_URLS: Topic = {
  name: 'Hosted URLs',
  description: `\
A sender posts to \`/in/{token}\` and gets 202 with the id of the delivery as soon as it is stored, sealed to a key that only the machine has.

- From then on it is a delivery with outcome \`held\`, until the machine has decided on it.
- What the machine has not collected after **${INGRESS_HOLD_HOURS} hours** is \`lost\`, which opens a \`health_failing\` alert.
- A URL takes ${REQUESTS_PER_MINUTE} webhooks in any 60 seconds, and none while ${UNCOLLECTED_PER_URL_MAX} wait for their machine: the sender gets 429 with \
\`Retry-After\`. One delivery for each URL and minute counts them, with outcome \`refused\`.
- What stands behind the \`?\` of the URL reaches the machine as it was sent, sealed with the rest: the job's file \`event\` has it, \
without the values of parameters that look like credentials. No list shows it.
- A URL that is off, a deleted skill's and one that never was are 404 alike. While the machine has never reported its key: 503.
- \`enable_hosted_url\` makes a new URL each time; the one before stops working at once.`,
};
