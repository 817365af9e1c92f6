import { parseJson } from '../../base/json/lossless.ts';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import { formatId } from '../database/row-id.ts';
import type { CommandRow, MachineRow } from '../database/schema.ts';

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
  };
}

/** A command with its result, for whoever may send one of its type. */
export function toCommandDetail(command: CommandRow) {
  return {
    ...toCommandSummary(command),
    result: command.result === null ? null : parseJson(command.result),
  };
}
