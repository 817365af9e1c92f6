import { z } from 'zod';
import { IDEMPOTENCY_KEY_CHARS_MAX } from '../../contract/limits.ts';
import {
  ISSUE_KINDS,
  ISSUE_SEVERITIES,
  type IssueKind,
  type IssueSeverity,
} from '../../contract/record/issue.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { email, text } from '../catalogue/input-fields.ts';
import { type Call, defineOperation } from '../catalogue/operation.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { IssueRow } from '../database/tables/notifications.ts';
import { Refusal } from '../refusal.ts';
import { diagnosticsText } from './diagnostics.ts';
import { callerEmail, emailAcknowledgement } from './issue-emails.ts';
import { requireIssueLimit } from './issue-limit.ts';
import { findRepeatedIssue, insertIssue, nextIssueNumber } from './issue-queries.ts';
import { issueSchema, issueSubject, toIssueDetail } from './issue-record.ts';

const concerned = (what: string) => text(1, 200, `The ${what} concerned.`).optional();

const reported = z.strictObject({ issue: issueSchema, acknowledged: z.boolean() });

export const reportIssue = defineOperation({
  name: 'report_issue',
  description:
    'Reports a problem to the people who run the service. The acknowledgement goes to `contact_email`, else to the person who created the key. Gives its number and link.',
  scope: 'fleet:read',
  class: 'write',
  input: z.strictObject({
    title: text(1, 200, 'The problem in one line.'),
    body: text(0, 20_000, 'What happened, and what was expected.').optional(),
    kind: z.enum(ISSUE_KINDS).describe('`other` without it.').optional(),
    severity: z.enum(ISSUE_SEVERITIES).describe('`normal` without it.').optional(),
    contact_email: email(320, 'The email address for answers.').optional(),
    machine: concerned('machine'),
    job: concerned('job'),
    delivery: concerned('delivery'),
    skill: concerned('skill'),
    diagnostics: z
      .record(z.string(), z.unknown())
      .describe('Facts for whoever looks into it: up to 64 KiB of JSON, 32 levels deep.')
      .optional(),
  }),
  rest: { method: 'POST', path: '/issues' },
  responses: { 200: reported, 201: reported },
  refusals: [],
  async run(call, { body, kind, severity, contact_email, diagnostics, ...input }) {
    requireIdempotencyKey(call.idempotencyKey);
    const { issue, isNew } = await saveIssue(call, {
      title: input.title,
      description: body ?? '',
      kind: kind ?? 'other',
      severity: severity ?? 'normal',
      contactEmail: contact_email,
      machine: input.machine,
      job: input.job,
      delivery: input.delivery,
      skill: input.skill,
      diagnostics: diagnostics && diagnosticsText(diagnostics),
    });
    const view = toIssueDetail(issue, call.service.baseUrl());
    return {
      status: isNew ? 201 : 200,
      body: { issue: view, acknowledged: view.acknowledged },
    };
  },
});

function requireIdempotencyKey(key: string | undefined): void {
  if (key === undefined || (key !== '' && key.length <= IDEMPOTENCY_KEY_CHARS_MAX)) return;
  throw new Refusal(
    'invalid_request',
    `\`Idempotency-Key\` has ${key.length} characters; allowed are 1 to ${IDEMPOTENCY_KEY_CHARS_MAX}.`,
  );
}

/** A problem as it is reported; what it concerns stays as the reporter named it. */
interface IssueDraft {
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

interface ReportedIssue {
  readonly issue: IssueRow;
  /** False for the original of a repeated `Idempotency-Key`. */
  readonly isNew: boolean;
}

/**
 * Stores a problem report with the next number of its organisation; one that its key has reported
 * under the same `Idempotency-Key` is given as it now stands and counts against no limit.
 * Throws `Refusal` `rate_limited`.
 */
function saveIssue(call: Call, draft: IssueDraft): Promise<ReportedIssue> {
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
    await recordAudit(transaction, call, { action: 'issue.report', subject: issueSubject(issue) });
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
