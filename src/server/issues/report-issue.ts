import { z } from 'zod';
import { IDEMPOTENCY_KEY_CHARS_MAX } from '../../contract/limits.ts';
import { ISSUE_KINDS, ISSUE_SEVERITIES } from '../../contract/record/issue.ts';
import { email, text } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { Refusal } from '../refusal.ts';
import { diagnosticsText } from './diagnostics.ts';
import { issueSchema as issueRecord } from './issue-record.ts';
import { toIssueDetail } from './issue-view.ts';
import { saveIssue as report } from './save-issue.ts';

const concerned = (what: string) => text(1, 200, `The ${what} concerned.`).optional();

const reported = z.strictObject({ issue: issueRecord, acknowledged: z.boolean() });

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
  answers: { 200: reported, 201: reported },
  refusals: [],
  async run(call, { body, kind, severity, contact_email, diagnostics, ...input }) {
    requireIdempotencyKey(call.idempotencyKey);
    const { issue, isNew } = await report(call, {
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
