import { type AnyCommand, COMMAND_TYPES } from '../../contract/command-type.ts';
import type { AuditDetails } from '../audit/audit-details.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Call } from '../catalogue/operation.ts';
import type { CommandRow, JobRow, MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { machineTopic } from '../long-poll/topics.ts';
import { findMachine } from '../machines/machine-queries.ts';
import { machineTurn } from '../machines/machine-turn.ts';
import { requirePaired } from '../machines/resolve-machine.ts';
import { Refusal } from '../refusal.ts';
import { insertCommand } from './command-queries.ts';
import { COMMAND_TTL_MS } from './command-state.ts';

interface CommandRequest extends AuditDetails {
  readonly machine: MachineRow;
  readonly type: AnyCommand;
  readonly args: Readonly<Record<string, unknown>>;
  readonly job?: Pick<JobRow, 'id' | 'skill'>;
  readonly skill?: string;
  /** The audit log's action name. */
  readonly audit: string;
}

/**
 * Queues a command for a machine and records who asked. It expires ten minutes later.
 * Throws `Refusal` `revoked` for a disconnected machine; `denied_by_machine` for an action on one in
 * observe mode. The machine checks its own lists itself.
 */
export function queueCommand(call: Call, request: CommandRequest): Promise<CommandRow> {
  const turns = [machineTurn(request.machine.id)];
  return call.service.store.write(
    (transaction) => queueCommandIn(transaction, call, request),
    turns,
  );
}

/** The same as part of a larger change. */
export async function queueCommandIn(
  transaction: WriteTransaction,
  call: Call,
  request: CommandRequest,
): Promise<CommandRow> {
  const { caller } = call;
  await call.beforeQueued?.(transaction);
  const machine = await findMachine(transaction.db, caller.organisation, request.machine.id);
  requireMachineAccepts(machine ?? request.machine, request.type);
  const command = await insertCommand(transaction, {
    organisation: caller.organisation,
    id: transaction.newId(),
    machine: request.machine.id,
    type: request.type,
    status: 'pending',
    args: JSON.stringify(request.args),
    asked_kind: caller.kind,
    asked_id: caller.id,
    asked_name: caller.name,
    job: request.job?.id ?? null,
    skill: request.skill ?? request.job?.skill ?? null,
    error: null,
    result: null,
    created_at: transaction.now,
    expires_at: transaction.now + COMMAND_TTL_MS,
    delivered_at: null,
    finished_at: null,
    late: 0,
  });
  await recordAudit(transaction, call, {
    action: request.audit,
    machine: command.machine,
    command: command.id,
    job: command.job ?? undefined,
    skill: command.skill ?? undefined,
    subject: request.subject,
    changed: request.changed,
  });
  transaction.wake(machineTopic(command.machine));
  return command;
}

/** Whether a machine can be sent a command of this type at all (specification, rule 4). */
export function requireMachineAccepts(machine: MachineRow, type: AnyCommand): void {
  requirePaired(machine);
  if (machine.mode === 'observe' && COMMAND_TYPES[type].effect === 'act') {
    throw new Refusal(
      'denied_by_machine',
      `The machine ${machine.name} is in observe mode, which refuses ${type}. ` +
        'Its owner changes that with `mode: control` in its fleet.yaml.',
    );
  }
}
