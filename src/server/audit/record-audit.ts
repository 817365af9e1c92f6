import type { Call } from '../catalogue/operation.ts';
import { formatId } from '../database/row-id.ts';
import type { ActorKind, MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { type AuditDetails, writeDetails } from './audit-details.ts';
import { insertAuditEntry } from './audit-queries.ts';

/** What an audited change concerns: row ids and names, never payloads, answers or secrets. */
export interface AuditFacts extends AuditDetails {
  readonly action: string;
  readonly machine?: number | undefined;
  readonly job?: number | undefined;
  readonly skill?: string | undefined;
  readonly command?: number | undefined;
}

/** Who made a change, and in which organisation. */
export interface AuditActor {
  readonly organisation: number;
  readonly kind: ActorKind;
  /** As it is shown. */
  readonly id: string | null;
  readonly name: string;
}

/** Records who changed what, in the transaction of the change (specification, "Audit log"). */
export function recordAudit(
  transaction: WriteTransaction,
  { caller, requestId }: Pick<Call, 'caller' | 'requestId'>,
  facts: AuditFacts,
): Promise<void> {
  return recordAuditOf(transaction, caller, facts, requestId);
}

/** Records what a machine did of its own accord, in the transaction of its sync. */
export function recordMachineAudit(
  transaction: WriteTransaction,
  { organisation, id, name }: Pick<MachineRow, 'organisation' | 'id' | 'name'>,
  facts: AuditFacts,
): Promise<void> {
  const actor = { organisation, kind: 'machine', id: formatId('mac', id), name } as const;
  return recordAuditOf(transaction, actor, { ...facts, machine: id });
}

/** Records what somebody did without a request to the service. */
export async function recordAuditOf(
  transaction: WriteTransaction,
  actor: AuditActor,
  { action, machine, job, skill, command, ...details }: AuditFacts,
  requestId: string | null = null,
): Promise<void> {
  await insertAuditEntry(transaction, {
    organisation: actor.organisation,
    action,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    machine: machine ?? null,
    job: job ?? null,
    skill: skill ?? null,
    command: command ?? null,
    request_id: requestId,
    details: writeDetails(details),
  });
}
