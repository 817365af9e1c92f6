import { alertChanged } from './alerts/alert-events.ts';
import { notifyChannels } from './channels/on-alert-changed.ts';
import { commandFinished } from './commands/finish-command.ts';
import { cancelCommands } from './commands/on-machine-disconnected.ts';
import { on, type Reaction } from './database/reaction.ts';
import { updateJobOfCommand } from './jobs/on-command-finished.ts';
import { abandonJobs } from './jobs/on-machine-disconnected.ts';
import { machineDisconnected } from './machines/unpair-machine.ts';
import { endClaimOfCommand } from './secrets/claim.ts';

/** Which subject reacts to which event of a subject below it, in the order in which they run. */
export const REACTIONS: readonly Reaction[] = [
  on(commandFinished, endClaimOfCommand),
  on(commandFinished, updateJobOfCommand),
  on(machineDisconnected, abandonJobs),
  on(machineDisconnected, cancelCommands),
  on(alertChanged, notifyChannels),
];
