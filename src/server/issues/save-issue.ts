import type { IssueKind, IssueSeverity } from '../../contract/record/issue.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Call } from '../catalogue/operation.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { IssueRow } from '../database/tables/notifications.ts';
import { callerEmail } from './caller-email.ts';
import { emailAcknowledgement } from './issue-emails.ts';
import { requireIssueLimit } from './issue-limit.ts';
import { findRepeatedIssue, insertIssue, nextIssueNumber } from './issue-queries.ts';

/** A problem as it is reported; what it concerns stays as the reporter named it. */
export interface IssueDraft {
  readonly title: string;
  readonly description: string;
  readonly kind: IssueKind;
  readonly severity: IssueSeverity;
  readonly contactEmail: string | undefined;
  readonly machine: string | undefined;
  readonly job: string | undefined;
  readonly delivery: string | undefined;
  readonly skill: string | undefined;
  /** JSON text. */
  readonly diagnostics: string | undefined;
}

export interface ReportedIssue {
  readonly issue: IssueRow;
  /** False for the original of a repeated `Idempotency-Key`. */
  readonly isNew: boolean;
}

/**
 * Stores a problem report with the next number of its organisation; one that its key has reported
 * under the same `Idempotency-Key` is given as it now stands and counts against no limit.
 *
 * @throws Refusal `rate_limited`
 */
export function saveIssue(call: Call, draft: IssueDraft): Promise<ReportedIssue> {
  const { caller, idempotencyKey } = call;
  const asked = { organisation: caller.organisation, asked_id: caller.id };
  return call.service.store.write(async (transaction) => {
    if (idempotencyKey !== undefined) {
      const original = await findRepeatedIssue(transaction.db, asked, idempotencyKey);
      if (original !== undefined) return { issue: original, isNew: false };
    }
    await requireIssueLimit(transaction, caller);
    const issue = await newIssue(transaction, call, draft);
    await insertIssue(transaction, issue);
    await recordAudit(transaction, call, { action: 'issue.report' });
    return { issue: await emailAcknowledgement(transaction, issue), isNew: true };
  });
}

async function newIssue(
  transaction: WriteTransaction,
  { caller, idempotencyKey }: Call,
  { contactEmail, diagnostics, machine, job, delivery, skill, ...named }: IssueDraft,
): Promise<IssueRow> {
  const { organisation } = caller;
  return {
    ...named,
    organisation,
    id: transaction.newId(),
    number: await nextIssueNumber(transaction.db, organisation),
    status: 'open',
    contact_email: contactEmail ?? null,
    mail_to: contactEmail ?? (await callerEmail(transaction.db, caller)) ?? null,
    machine: machine ?? null,
    job: job ?? null,
    delivery: delivery ?? null,
    skill: skill ?? null,
    diagnostics: diagnostics ?? null,
    asked_kind: caller.kind,
    asked_id: caller.id,
    asked_name: caller.name,
    idempotency_key: idempotencyKey ?? null,
    created_at: transaction.now,
    updated_at: transaction.now,
    acknowledgement_sent_at: null,
    resolution_sent_at: null,
  };
}
