import { z } from 'zod';
import { COMMAND_STATUSES } from '../../contract/record/command.ts';
import { actor, anyJson, id, maybeText, maybeTime, time } from '../catalogue/record-fields.ts';

const status = z.enum(COMMAND_STATUSES);

export const commandErrorSchema = z.strictObject({ code: z.string(), message: z.string() });

/** A command in lists: `commandSummary`. */
export const commandSummarySchema = z
  .strictObject({
    id: id('cmd'),
    type: z.string(),
    status,
    asked_by: actor,
    machine: id('mac'),
    job: id('job').nullable(),
    skill: maybeText,
    error: commandErrorSchema.nullable(),
    created_at: time,
    expires_at: time,
    delivered_at: maybeTime,
    finished_at: maybeTime,
  })
  .meta({ id: 'CommandSummary' });

/** A command of a list over several machines: `commandOfMachine`. */
export const commandOfMachineSchema = commandSummarySchema
  .extend({ machine_name: maybeText })
  .meta({ id: 'CommandOfMachine' });

/** A command with its result: `commandDetail`. */
export const commandSchema = commandSummarySchema
  .extend({ result: anyJson })
  .meta({ id: 'Command' });

/** A command on its way, to be looked up and never sent again (specification, rule 3). */
export const pendingCommandSchema = commandSchema
  .extend({ pending: z.literal(true), command_id: id('cmd') })
  .meta({ id: 'PendingCommand' });

/** A command that ended without a result, in place of the answer it was sent for. */
export const failedCommandSchema = commandSchema
  .omit({ id: true })
  .extend({ command_id: id('cmd'), status: z.enum(['failed', 'expired', 'cancelled']) })
  .meta({ id: 'FailedCommand' });

/** What an operation answers that sends a command and gives `result` when it succeeded. */
export function commandResponses(result: z.ZodType) {
  return { 200: z.union([result, failedCommandSchema]), 202: pendingCommandSchema } as const;
}
