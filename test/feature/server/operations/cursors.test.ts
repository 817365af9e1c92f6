import { expect, test } from 'vitest';
import { callAllWays } from '../../../support/operations/call-all-ways.ts';
import { startTestServer } from '../../../support/test-server.ts';

const PAGED = [
  'list_alerts',
  'list_jobs',
  'list_deliveries',
  'list_commands',
  'list_audit_log',
  'list_issues',
] as const;
const CURSORS_OF_NOTHING = ['nothing', 'job_00000000000', 'page_', 'page_!', 'page_ß', '', '-1'];

test.each(PAGED)('%s refuses what is no cursor, and ends behind the oldest', async (operation) => {
  const server = await startTestServer();
  for (const before of CURSORS_OF_NOTHING.slice(0, 2)) {
    for (const { way, status, body } of await callAllWays(server, operation, { before })) {
      expect([way, status, body.code]).toEqual([way, 400, 'invalid_request']);
      expect(body.detail, way).toContain('before');
    }
  }
  for (const before of CURSORS_OF_NOTHING) {
    const { status, body } = await server.tool(operation, { before });
    expect([before, status, body.code]).toEqual([before, 400, 'invalid_request']);
  }
  // A cursor only names a moment: one of another list or organisation shows nothing of theirs.
  const oldest = await server.tool(operation, { before: 'page_00000000000' });
  expect([oldest.status, oldest.body.next_before]).toEqual([200, null]);
  expect(Object.values(oldest.body).filter(Array.isArray)).toEqual([[]]);
  expect((await server.tool(operation, { before: 'page_zzzzzzzzzzz' })).status).toBeLessThan(500);
});
