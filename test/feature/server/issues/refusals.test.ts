import { expect, test } from 'vitest';
import { callAllWays } from '../../../support/operations/call-all-ways.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer } from '../../../support/test-server.ts';

const REFUSED = [
  ['report_issue', {}, 'title'],
  ['report_issue', { title: '' }, 'title'],
  ['report_issue', { title: 't', contact_email: 'nobody' }, 'contact_email'],
  ['report_issue', { title: 't', severity: 'critical' }, 'severity'],
  ['report_issue', { title: 't', job: '' }, 'job'],
  ['report_issue', { title: 't', number: 7 }, 'number'],
  ['list_issues', { limit: 0 }, 'limit'],
  ['list_issues', { limit: 101 }, 'limit'],
  ['list_issues', { status: 'done' }, 'status'],
  ['list_issues', { before: 'job_00000000000' }, 'before'],
  ['get_issue', { issue: 'nul \0' }, 'issue'],
  ['test_channel', {}, 'channel'],
  ['test_channel', { channel: 7 }, 'channel'],
  ['list_channels', { kind: 'chat' }, 'kind'],
] as const;

test('a wrong input is refused on every way, which names the member', async () => {
  proves(
    'ERR-invalid_request@report_issue',
    'ERR-invalid_request@list_issues',
    'ERR-invalid_request@get_issue',
    'ERR-invalid_request@test_channel',
  );
  const server = await startTestServer();
  for (const [operation, input, member] of REFUSED) {
    for (const { way, status, body } of await callAllWays(server, operation, input)) {
      expect([way, status, body.code]).toEqual([way, 400, 'invalid_request']);
      expect(body.detail, way).toContain(member);
    }
  }
  expect((await server.tool('list_issues')).body.issues).toEqual([]);
});
