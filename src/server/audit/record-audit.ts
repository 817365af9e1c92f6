import type { Call } from '../catalogue/operation.ts';
import { formatId } from '../database/row-id.ts';
import type { MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { insertAuditEntry } from './audit-queries.ts';

/** What an audited change concerns: row ids and the skill's name, never payloads or answers. */
interface AuditFacts {
  readonly action: string;
  readonly machine?: number;
  readonly job?: number;
  readonly skill?: string;
  readonly command?: number;
}

/** Records who changed what, in the transaction of the change (specification, "Audit log"). */
export async function recordAudit(
  transaction: WriteTransaction,
  { caller, requestId }: Pick<Call, 'caller' | 'requestId'>,
  facts: AuditFacts,
): Promise<void> {
  await insertAuditEntry(transaction, {
    organisation: caller.organisation,
    ...columnsOf(facts),
    actor_kind: caller.kind,
    actor_id: caller.id,
    actor_name: caller.name,
    request_id: requestId,
  });
}

/** Records what a machine did of its own accord, in the transaction of its sync. */
export async function recordMachineAudit(
  transaction: WriteTransaction,
  machine: Pick<MachineRow, 'organisation' | 'id' | 'name'>,
  facts: AuditFacts,
): Promise<void> {
  await insertAuditEntry(transaction, {
    organisation: machine.organisation,
    ...columnsOf({ ...facts, machine: machine.id }),
    actor_kind: 'machine',
    actor_id: formatId('mac', machine.id),
    actor_name: machine.name,
    request_id: null,
  });
}

function columnsOf({ action, machine, job, skill, command }: AuditFacts) {
  return {
    action,
    machine: machine ?? null,
    job: job ?? null,
    skill: skill ?? null,
    command: command ?? null,
  };
}
