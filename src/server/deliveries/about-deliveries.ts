import type { Topic } from '../catalogue/topic.ts';
import { REJECTED_BODIES_MAX, REJECTED_BYTES_MAX } from './rejected-bodies.ts';

/** The example of the Standard Webhooks specification. */
const SIGNED = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  body: '{"test": 2432232314}',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
} as const;

export const ABOUT_DELIVERIES: Topic = {
  name: 'Webhooks',
  description: `\
A machine decides on each webhook in this order: does the skill take webhooks, is the signature right, is it new, do the filters match. \
What the first that says no makes of it is its \`outcome\`: \`rejected\`, \`duplicate\` or \`skipped\`; else \`accepted\`, and a job starts.

**Signatures** are checked over the bytes as received, by the skill's setting \`auth\`:

- \`standard_webhooks\` (Standard Webhooks): the headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`; \`v1,\` and the base64 of \
HMAC-SHA256 over \`id.timestamp.body\`, several separated by spaces; where there is none of them, those of Svix (\`svix-id\` …). A secret \`whsec_…\` holds the key in base64. \
The time may differ by five minutes from when the webhook was received.
- \`hub_signature\`: the header \`X-Hub-Signature-256\`, \`sha256=\` and the hexadecimal HMAC-SHA256 of the body.
- \`none\`: anybody may start the skill.

\`\`\`json
${JSON.stringify(SIGNED, null, 2)}
\`\`\`

**Filters**: \`when\` of a skill is a list of conditions, all of which must hold: \`{path, equals}\`, \`{path, in}\` (a list) or \`{path, matches}\` (a regular \
expression). A path is names and indexes with dots (\`pull_request.labels.0.name\`); a path without a value equals nothing.

**Bodies** are kept 30 days, where the organisation keeps them (\`store_payloads\`) and the machine sends them; up to 256 KiB each. \
Of rejected webhooks and duplicates, which strangers can send, the newest ${REJECTED_BODIES_MAX} bodies and ${REJECTED_BYTES_MAX / 1024 ** 2} MiB of each skill of a \
machine are kept, and none of a path without a skill.`,
};
