import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callAllWays } from '../../../support/operations/call-all-ways.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';

const REPORT = {
  title: 'The inbox is empty',
  body: 'It should have one job.',
  kind: 'question',
  severity: 'high',
  contact_email: 'ada@example.com',
  machine: 'no-such-machine',
  job: 'job-7',
  delivery: 'delivery-7',
  skill: 'deploy-check',
  diagnostics: { version: '1.2', big: 12345678901234567890n, list: [{ a: null }] },
};

/** JSON in which a number keeps digits that a double has not. */
function exact(value: unknown): string {
  return JSON.stringify(value, (_, member) =>
    typeof member === 'bigint' ? `#${member}#` : member,
  ).replaceAll(/"#(\d+)#"/g, '$1');
}

/** An answer whatever the address of the server that gave it: on PostgreSQL there are two. */
function anywhere(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer).replaceAll(/127\.0\.0\.1:\d+/g, 'server'));
}

async function emailsOf({ service }: TestServer) {
  const rows = await service.store.read((db) =>
    db.selectFrom('sends').selectAll().orderBy('id').execute(),
  );
  return rows.map(({ purpose, address, state, body }) => ({
    purpose,
    address,
    state,
    subject: JSON.parse(body).subject,
  }));
}

test('a report has a number, a link that works and all that was told', async () => {
  proves(
    'OP-report_issue',
    'OP-get_issue',
    'ROUTE-POST-/api/v1/issues',
    'ROUTE-GET-/api/v1/issues/{issue}',
    'FIELD-problem-report',
    'AUTH-report',
  );
  const server = await startTestServer();
  const made = await server.call('/api/v1/issues', { scope: 'read', body: exact(REPORT) });
  expect([made.status, made.body.acknowledged]).toEqual([201, true]);
  const { title, body: description, diagnostics: _, ...told } = REPORT;
  const { issue } = made.body;
  expect(issue).toMatchObject({
    ...told,
    number: 1,
    title,
    description,
    status: 'open',
    acknowledged: true,
    reported_by: { kind: 'api_key', name: 'first read key' },
    emails: { acknowledgement_sent_at: issue.created_at, resolution_sent_at: null },
  });
  expect(issue.id).toMatch(/^iss_[0-9a-z]{11}$/);
  expect(made.text).toContain('"big":12345678901234567890');
  const { pathname } = new URL(issue.url);
  const read = await server.call(pathname, { scope: 'read' });
  expect(anywhere(read.body)).toEqual(anywhere(issue));
  expect(await emailsOf(server)).toEqual([
    {
      purpose: 'issue',
      address: 'ada@example.com',
      state: 'recorded',
      subject: 'We received your report: #1',
    },
  ]);
});

test('a problem is reported, listed and read on every way, with any key', async () => {
  proves('OP-list_issues', 'ROUTE-GET-/api/v1/issues', 'AUTH-report', 'WIRE-list-shape-service');
  const server = await startTestServer();
  const input = { title: 'It hangs', diagnostics: { a: 1 } };
  const reported = await callAllWays(server, 'report_issue', input, 'read');
  for (const [place, { way, status, body }] of reported.entries()) {
    expect([way, status]).toEqual([way, / \/?api|POST/.test(way) ? 201 : 200]);
    expect(body).toMatchObject({
      issue: { number: place + 1, kind: 'other', severity: 'normal', description: '' },
      acknowledged: false,
    });
  }
  const { issue } = reported[0]?.body ?? {};
  for (const named of ['1', '#1', issue.id]) {
    for (const { way, status, body } of await callAllWays(server, 'get_issue', { issue: named })) {
      expect([way, status, anywhere(body)]).toEqual([way, 200, anywhere(issue)]);
    }
  }
  const { description: _d, diagnostics: _g, emails: _e, contact_email: _c, ...summary } = issue;
  const numbers = reported.map((_, place) => reported.length - place);
  for (const { way, body } of await callAllWays(server, 'list_issues', { limit: 100 })) {
    expect(Object.keys(body), way).toEqual(['issues', 'next_before']);
    expect(body.issues.map(({ number }: { number: number }) => number)).toEqual(numbers);
    expect(anywhere(body.issues.at(-1))).toEqual(anywhere(summary));
  }
});

test('the list is paged, newest first, and filtered by status', async () => {
  proves('OP-list_issues', 'STATE-problem-report');
  const server = await startTestServer();
  for (const title of ['a', 'b', 'c']) await server.tool('report_issue', { title });
  const first = await server.call('/api/v1/issues?status=open&limit=2');
  expect(first.body.issues.map(({ title }: { title: string }) => title)).toEqual(['c', 'b']);
  const path = `/api/v1/issues?limit=2&before=${first.body.next_before}`;
  const rest = (await server.call(path)).body;
  expect([rest.issues.length, rest.issues[0].title, rest.next_before]).toEqual([1, 'a', null]);
  for (const status of ['acknowledged', 'resolved', 'closed']) {
    expect((await server.tool('list_issues', { status })).body.issues).toEqual([]);
  }
});

test('a number or id of nothing is a 404 on every way', async () => {
  proves('ERR-unknown_issue', 'ERR-unknown_issue@get_issue');
  const server = await startTestServer();
  const { issue } = (await server.tool('report_issue', { title: 'The only one' })).body;
  const nothing = ['2', '0', '#0', '#-1', '-1', '#12x', '##1', ' 1', '01', '1.0', '1e0', '١'];
  const odd = ['9'.repeat(15), '9'.repeat(16), '9'.repeat(400), 'iss_00000000000', 'mac_x', '#'];
  for (const named of [...nothing, ...odd, issue.id.toUpperCase()]) {
    const { status, body } = await server.tool('get_issue', { issue: named });
    expect([named, status, body.code]).toEqual([named, 404, 'unknown_issue']);
    const route = await server.call(`/api/v1/issues/${encodeURIComponent(named)}`);
    expect([named, route.status, route.body.code]).toEqual([named, 404, 'unknown_issue']);
  }
  for (const { way, status, body } of await callAllWays(server, 'get_issue', { issue: '#2' })) {
    expect([way, status, body.code]).toEqual([way, 404, 'unknown_issue']);
    expect(body.detail).toContain('#2');
  }
});

test('whatever text names a report, the answer is a 400 or a 404', async () => {
  proves('ERR-unknown_issue@get_issue', 'ERR-invalid_request@get_issue');
  const server = await startTestServer();
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string().map((end) => `#${end}`),
  );
  await fc.assert(
    fc.asyncProperty(text, async (issue) => {
      const { status, body } = await server.tool('get_issue', { issue });
      const expected = issue.includes('\0') ? [400, 'invalid_request'] : [404, 'unknown_issue'];
      expect([status, body.code]).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});

test('who reported is in the audit log, and nothing of what was reported', async () => {
  proves('FIELD-audit-clean');
  const server = await startTestServer();
  const secret = 'never-in-the-log';
  const told = { title: secret, body: secret, machine: secret, diagnostics: { secret } };
  await server.tool('report_issue', told, 'run');
  const { body, text } = await server.tool('list_audit_log', { action: 'issue.' });
  expect(body.entries).toMatchObject([
    { action: 'issue.report', actor: { kind: 'api_key', name: 'first run key' } },
  ]);
  expect(text).not.toContain(secret);
  expect(server.log.join('')).not.toContain(secret);
});
