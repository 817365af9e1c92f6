import { z } from 'zod';
import { anyText } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { Refusal } from '../refusal.ts';
import { findIssueNamed } from './issue-queries.ts';
import { issueSchema, toIssueDetail } from './issue-record.ts';

export const getIssue = defineOperation({
  name: 'get_issue',
  description: 'A problem report with its diagnostics and whether its emails went out.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({ issue: anyText('Its number, for example 12 or #12, or its id.') }),
  rest: { method: 'GET', path: '/issues/{issue}' },
  responses: { 200: issueSchema },
  refusals: ['unknown_issue'],
  async run({ service, caller }, { issue: named }) {
    const issue = await service.store.read((db) => findIssueNamed(db, caller.organisation, named));
    if (issue !== undefined) return { body: toIssueDetail(issue, service.baseUrl()) };
    throw new Refusal(
      'unknown_issue',
      `No problem report has the number or id ${JSON.stringify(named)}.`,
    );
  },
});
