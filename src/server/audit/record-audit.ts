import type { Call } from '../catalogue/operation.ts';
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
    action: facts.action,
    actor_kind: caller.kind,
    actor_id: caller.id,
    actor_name: caller.name,
    machine: facts.machine ?? null,
    job: facts.job ?? null,
    skill: facts.skill ?? null,
    command: facts.command ?? null,
    request_id: requestId,
  });
}
