import { z } from 'zod';
import { ISSUE_STATUSES } from '../../contract/record/issue.ts';
import { beforeCursor, pageSize } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { listOf } from '../catalogue/record-fields.ts';
import { parseCursor, toPage } from '../database/page.ts';
import { listIssues as listRows } from './issue-queries.ts';
import { issueSummarySchema, toIssueSummary } from './issue-record.ts';

export const listIssues = defineOperation({
  name: 'list_issues',
  description: "The organisation's problem reports, newest first.",
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({
    status: z.enum(ISSUE_STATUSES).describe('Only reports in this status.').optional(),
    before: beforeCursor(),
    limit: pageSize(100, 20),
  }),
  rest: { method: 'GET', path: '/issues' },
  responses: { 200: listOf('issues', issueSummarySchema) },
  refusals: [],
  async run({ service, caller }, { status, before: cursor, limit }) {
    const page = { before: parseCursor(cursor), limit };
    const found = await service.store.read((db) => listRows(db, caller.organisation, status, page));
    const { rows, nextBefore } = toPage(found, limit);
    const issues = rows.map((issue) => toIssueSummary(issue, service.baseUrl()));
    return { body: { issues, next_before: nextBefore } };
  },
});
