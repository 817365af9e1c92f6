import { z } from 'zod';
import { beforeCursor, pageSize, text } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { listOf } from '../catalogue/record-fields.ts';
import { parseCursor, toPage } from '../database/page.ts';
import { listAuditEntries } from './audit-queries.ts';
import { auditEntrySchema, toAuditEntry } from './audit-record.ts';

export const listAuditLog = defineOperation({
  name: 'list_audit_log',
  description:
    'Who changed what, newest first. Payloads, answers and file contents are never in it.',
  scope: 'fleet:admin',
  class: 'read',
  input: z.strictObject({
    action: text(
      1,
      200,
      'An exact action, or a prefix ending in a dot: `command.`, `machine.`, `hosted_url.`.',
    ).optional(),
    before: beforeCursor(),
    limit: pageSize(100, 50),
  }),
  responses: { 200: listOf('entries', auditEntrySchema) },
  refusals: [],
  async run({ service, caller }, { action, before: cursor, limit }) {
    const page = { before: parseCursor(cursor), limit };
    const found = await service.store.read((db) =>
      listAuditEntries(db, caller.organisation, action, page),
    );
    const { rows, nextBefore } = toPage(found, limit);
    return { body: { entries: rows.map(toAuditEntry), next_before: nextBefore } };
  },
});
