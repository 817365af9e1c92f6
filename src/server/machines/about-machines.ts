import { LARGE_SYNCS, SMALL_SYNCS } from '../../contract/sync.ts';
import type { Topic } from '../catalogue/topic.ts';
import { MISSED_SYNCS } from './machine-status.ts';

export const ABOUT_MACHINES: Topic = {
  name: 'Machines',
  description: `\
- \`offline\`: the machine has missed ${MISSED_SYNCS} sync intervals by the server's clock, has never synced, or was disconnected. \
An interval is 10 seconds unless the server was told otherwise; for one interval after its start none counts as offline that was not when it stopped. \
\`degraded\`: a health check fails. \`online\`: else.
- The clock skew of a machine is shown and never used.
- A machine is named by id, name or hostname: an id counts before a name, a name before a hostname. A hostname that is the name of \
another machine, or of one disconnected in the last 30 days, names nobody. A name that several have is \`ambiguous_machine\`.
- The mode is the machine's own setting (\`observe\` or \`control\`), as are its allow and deny lists: command types, or prefixes ending in \`.*\`. \
An empty allow list allows what the mode allows.
- The reference server takes of one machine ${LARGE_SYNCS.burstBytes / 1024 ** 2} MiB at once, and ${LARGE_SYNCS.bytesPerSecond / 1024 ** 2} MiB a second from then on, in syncs of more than ${LARGE_SYNCS.smallBytes / 1024} KiB; beyond that it \
answers 429 \`rate_limited\`, and the machine sends the same after \`Retry-After\` seconds. Smaller ones are counted apart, as ${SMALL_SYNCS.countedBytesMin / 1024} KiB each at least.
- A disconnected machine leaves the lists, its history stays, and it is not there to be commanded (\`revoked\`).`,
};
