import { CHANNEL_TESTS_PER_MINUTE } from '../../contract/limits.ts';
import type { Topic } from '../catalogue/topic.ts';
import { SENT_OF_MACHINE } from './on-alert-changed.ts';

export const ABOUT_CHANNELS: Topic = {
  name: 'Notification channels',
  description: `\
A channel gets each alert of its types when it opens and when it resolves; where a machine opens more than \
${SENT_OF_MACHINE.count} in ${SENT_OF_MACHINE.withinMs / 60_000} minutes, the further ones are only listed. A webhook channel gets a POST of JSON:

\`\`\`json
{"id":"alt_…","type":"job_failed","state":"open","machine":"mac_…","job":"job_…","title":"…","opened_at":"…","url":"…"}
\`\`\`

\`job\` is there where the alert is about one; \`url\` is where the job or machine is read, with a key. A response other than 2xx, or none within \
10 seconds, is a failure; it is tried again after 5 seconds, 30 seconds, 2 minutes and 10 minutes. Redirects are not followed. \
Chat and email have no server here: the record of the send is all. A channel is tested at most ${CHANNEL_TESTS_PER_MINUTE} times a minute.`,
};
