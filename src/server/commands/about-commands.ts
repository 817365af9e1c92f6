import { COMMAND_TTL_SECONDS } from '../../contract/limits.ts';
import type { Topic } from '../catalogue/topic.ts';

export const ABOUT_COMMANDS: Topic = {
  name: 'Commands',
  description: `\
Every action is a command that its machine fetches with its next sync: \`pending\`, \`delivered\`, and then \
\`succeeded\`, \`failed\`, \`expired\` or \`cancelled\`.

- A command **expires ${COMMAND_TTL_SECONDS / 60} minutes** after it was queued. The sync tells the machine how long each still has, and the \
machine begins none whose time is over.
- A result that comes later is recorded all the same: the status becomes \`succeeded\` or \`failed\`, with \`late: true\` and an entry in the audit log.
- A command is readable with the scope that may send it.
- The types of \`send_command\` and the arguments of each are described case by case at \`POST /api/v1/tools/send_command\`. \
The catalogue and MCP have the same input with one list of arguments, since some models' interfaces take no \`oneOf\`. \
An unknown type is \`unknown_command\`, a wrong argument \`invalid_args\`.
- An \`error\` of a command has a code that \`/errors/{code}\` explains.`,
};
