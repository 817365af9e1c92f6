import type { Topic } from '../catalogue/topic.ts';
import { MISSED_SYNCS } from './machine-status.ts';

export const ABOUT_MACHINES: Topic = {
  name: 'Machines',
  description: `\
- \`offline\`: the machine has missed ${MISSED_SYNCS} sync intervals by the server's clock, has never synced, or was disconnected. \
An interval is 10 seconds unless the server was told otherwise; for one interval after its start no machine counts as offline. \
\`degraded\`: a health check fails. \`online\`: else.
- The clock skew of a machine is shown and never used.
- A machine is named by id, name or hostname: an id counts before a name, a name before a hostname. A hostname that is the name of \
another machine, or of one disconnected in the last 30 days, names nobody. A name that several have is \`ambiguous_machine\`.
- The mode is the machine's own setting (\`observe\` or \`control\`), as are its allow and deny lists: command types, or prefixes ending in \`.*\`. \
An empty allow list allows what the mode allows.
- A disconnected machine leaves the lists, its history stays, and it is not there to be commanded (\`revoked\`).`,
};
