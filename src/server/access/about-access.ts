import { ISSUES_PER_HOUR, REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import type { Topic } from '../catalogue/topic.ts';

export const ABOUT_ACCESS: Topic = {
  name: 'Access and limits',
  description: `\
A request is checked in this order: credential, rate limit, name of the operation, scope, body and \
input, and then by the operation itself. A later check is not made where an earlier one refuses.

- A key has one scope; \`fleet:run\` includes \`fleet:read\`, and \`fleet:admin\` both.
- **Rate limit**: ${REQUESTS_PER_MINUTE} requests in any 60 seconds with one credential, REST and MCP together, \
counted when they arrive. A refused one is not counted, and after \`Retry-After\` seconds the next is accepted.
- **Without a valid credential**: ${REQUESTS_PER_MINUTE} requests in a minute from one address, all surfaces and hosted URLs together; \
then 429 \`rate_limited\` in place of 401 or 404. As many for what needs no key (\`/errors\`, this document, \`/api/v1/pricing\`), and as many \
for \`/healthz\`. A valid credential is never refused for its neighbours. The address is that of the connection (of IPv6 its /64; \
\`X-Forwarded-For\` is not read), counted by each process of the server by itself.
- Problem reports: ${ISSUES_PER_HOUR.key} in an hour with one key, ${ISSUES_PER_HOUR.organisation} in an organisation.
- What belongs to another organisation is answered exactly as what does not exist.
- \`x-request-id\`: one of another form than 1 to 128 letters, digits, \`.\`, \`_\`, \`:\`, \`-\` is replaced, not refused.
- OAuth tokens of connected apps act with their person's role: viewer as \`fleet:read\`, member as \`fleet:run\`, \
admin and owner as \`fleet:admin\`.`,
};
