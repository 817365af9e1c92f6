import { z } from 'zod';
import { parseJson } from '../../base/json/lossless.ts';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import { COMMAND_STATUSES } from '../../contract/record/command.ts';
import { actor, anyJson, id, maybeText, maybeTime, time } from '../catalogue/record-fields.ts';
import { formatId } from '../database/row-id.ts';
import type { CommandRow, MachineRow } from '../database/schema.ts';

const status = z.enum(COMMAND_STATUSES);

export const commandErrorSchema = z.strictObject({ code: z.string(), message: z.string() });

/** A command in lists. */
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
    late: z.boolean().describe('Whether the result came after the command had expired.'),
  })
  .meta({ id: 'CommandSummary' });

/** A command of a list over several machines. */
export const commandOfMachineSchema = commandSummarySchema
  .extend({ machine_name: maybeText })
  .meta({ id: 'CommandOfMachine' });

/** A command with its result. */
export const commandSchema = commandSummarySchema
  .extend({ result: anyJson })
  .meta({ id: 'Command' });

/** A command on its way, to be looked up and never sent again (specification, rule 3). */
export const pendingCommandSchema = commandSchema
  .extend({ pending: z.literal(true), command_id: id('cmd') })
  .meta({ id: 'PendingCommand' });

/** A command that ended without a result, in place of the expected response. */
export const failedCommandSchema = commandSchema
  .omit({ id: true })
  .extend({ command_id: id('cmd'), status: z.enum(['failed', 'expired', 'cancelled']) })
  .meta({ id: 'FailedCommand' });

/** The responses of an operation that sends a command and gives `result` once it succeeded. */
export function commandResponses(result: z.ZodType) {
  return { 200: z.union([result, failedCommandSchema]), 202: pendingCommandSchema } as const;
}

/** A command of a list over several machines, with the name of its own; null for one that is gone. */
export function toCommandOfMachine(command: CommandRow, machine: MachineRow | undefined) {
  const { id, type, status, asked_by, machine: machineId, ...rest } = toCommandSummary(command);
  const machine_name = machine?.name ?? null;
  return { id, type, status, asked_by, machine: machineId, machine_name, ...rest };
}

/** A command in lists: type, status, who asked, the ids it concerns, its error; no result. */
export function toCommandSummary(command: CommandRow) {
  return {
    id: formatId('cmd', command.id),
    type: command.type,
    status: command.status,
    asked_by: { kind: command.asked_kind, id: command.asked_id, name: command.asked_name },
    machine: formatId('mac', command.machine),
    job: command.job === null ? null : formatId('job', command.job),
    skill: command.skill,
    error: command.error === null ? null : JSON.parse(command.error),
    created_at: rfc3339(command.created_at),
    expires_at: rfc3339(command.expires_at),
    delivered_at: rfc3339(command.delivered_at),
    finished_at: rfc3339(command.finished_at),
    late: command.late === 1,
  };
}

/** A command with its result, for whoever may send one of its type. */
export function toCommandDetail(command: CommandRow) {
  return {
    ...toCommandSummary(command),
    result: command.result === null ? null : parseJson(command.result),
  };
}
