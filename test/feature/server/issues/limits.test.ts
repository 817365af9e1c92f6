import { expect, test } from 'vitest';
import { issueKey } from '../../../../src/server/access/issue-key.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { callAllWays } from '../../../support/operations/call-all-ways.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';

const HOUR_MS = 3_600_000;

/** Nested lists under `at`, so that the object has this many levels. */
function nested(levels: number): object {
  let value: unknown = 1;
  for (let level = 1; level < levels; level += 1) value = [value];
  return { at: value };
}

/** An object whose JSON has this many bytes. */
function sized(bytes: number): object {
  return { at: 'x'.repeat(bytes - '{"at":""}'.length) };
}

test('diagnostics up to 64 KiB and 32 levels come back, beyond are refused', async () => {
  proves('LIM-report-fields', 'ERR-invalid_request@report_issue');
  const server = await startTestServer();
  const accented = { at: 'é'.repeat((65_536 - '{"at":""}'.length - 1) / 2) };
  for (const diagnostics of [nested(32), sized(65_536), accented, {}]) {
    const { status, body } = await server.tool('report_issue', { title: 't', diagnostics });
    expect([status, body.issue?.diagnostics]).toEqual([201, diagnostics]);
  }
  const beyond = { at: `${accented.at}é` };
  for (const diagnostics of [nested(33), nested(199), sized(65_537), beyond]) {
    const input = { title: 't', diagnostics };
    for (const { way, status, body } of await callAllWays(server, 'report_issue', input)) {
      expect([way, status, body.code]).toEqual([way, 400, 'invalid_request']);
      expect(body.detail).toContain('`diagnostics`');
    }
  }
  expect((await server.tool('list_issues')).body.issues).toHaveLength(4);
});

test('what is no text is refused wherever it stands, and nothing is stored', async () => {
  proves('ERR-invalid_request@report_issue', 'WIRE-nul');
  const server = await startTestServer();
  const wrong = [
    String.raw`{"title":"a\u0000"}`,
    String.raw`{"title":"a\ud800"}`,
    String.raw`{"title":"t","body":"\udc00"}`,
    String.raw`{"title":"t","diagnostics":{"a":["\u0000"]}}`,
    String.raw`{"title":"t","diagnostics":{"\ud800":1}}`,
    `{"title":"t","diagnostics":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    '{"title":"t","diagnostics":[]}',
    '{"title":"t","diagnostics":null}',
    '{"title":"t","number":7}',
    '{}',
  ];
  for (const body of wrong) {
    for (const path of ['/api/v1/issues', '/api/v1/tools/report_issue']) {
      const { status, body: problem } = await server.call(path, { body });
      expect([body, status, problem.code]).toEqual([body, 400, 'invalid_request']);
    }
  }
  expect((await server.tool('list_issues')).body.issues).toEqual([]);
});

test('the same Idempotency-Key of the same key gives the original again', async () => {
  proves('ROUTE-POST-/api/v1/issues', 'LIM-idempotency-key');
  const server = await startTestServer();
  const report = (key: string, title: string, scope: 'read' | 'run' = 'read') =>
    server.call('/api/v1/issues', { scope, body: { title }, headers: { 'idempotency-key': key } });
  const key = 'k'.repeat(120);
  const many = await Promise.all(Array.from({ length: 8 }, () => report(key, 'first')));
  expect(many.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201]);
  expect(new Set(many.map(({ body }) => body.issue.id)).size).toBe(1);
  const again = await report(key, 'another title');
  expect([again.status, again.body.issue.title]).toEqual([200, 'first']);
  expect((await report(key, 'of another key', 'run')).status).toBe(201);
  expect((await report('other', 'second')).body.issue.number).toBe(3);
  const byName = await server.call('/api/v1/tools/report_issue', {
    scope: 'read',
    body: { title: 'by name' },
    headers: { 'idempotency-key': key },
  });
  expect([byName.status, byName.body.issue.title]).toEqual([200, 'first']);
  for (const wrong of ['', 'k'.repeat(121)]) {
    const { status, body } = await report(wrong, 'never');
    expect([wrong, status, body.code]).toEqual([wrong, 400, 'invalid_request']);
    expect(body.detail).toContain('Idempotency-Key');
  }
  expect((await server.tool('list_issues')).body.issues).toHaveLength(3);
});

test('a key reports ten times in an hour, repeats not counted, and again when told', async () => {
  proves('LIM-problem-reports', 'ERR-rate_limited@report_issue', 'WIRE-rate-in-database');
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const report = (key: string) =>
    server.call('/api/v1/issues', { body: { title: 't' }, headers: { 'idempotency-key': key } });
  for (let count = 0; count < 10; count += 1) {
    expect((await report(`${count}`)).status).toBe(201);
    expect((await report(`${count}`)).status).toBe(200);
    clock.advance(1000);
  }
  for (const { way, status, body } of await callAllWays(server, 'report_issue', { title: 't' })) {
    expect([way, status, body.code]).toEqual([way, 429, 'rate_limited']);
    expect(body.detail).toContain('10 of this key');
  }
  const refused = await report('10');
  expect(refused.headers.get('retry-after')).toBe('3590');
  expect((await report('9')).status).toBe(200);
  expect((await server.tool('report_issue', { title: 't' }, 'read')).status).toBe(201);
  clock.advance(HOUR_MS - 10_001);
  expect((await report('10')).status).toBe(429);
  clock.advance(1);
  expect((await report('10')).status).toBe(201);
  expect((await report('11')).headers.get('retry-after')).toBe('1');
});

test('a key may report again where the clock was set back since its reports', async () => {
  proves('LIM-problem-reports');
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const report = async () => (await server.tool('report_issue', { title: 't' })).status;
  for (let count = 0; count < 10; count += 1) expect(await report()).toBe(201);
  expect(await report()).toBe(429);
  clock.sleep(-24 * HOUR_MS);
  expect(await report()).toBe(201);
});

/** The text of one more key of the organisation. */
function oneMoreKey({ service }: TestServer): Promise<string> {
  return service.store.write(async (transaction) => {
    const { id } = await transaction.db
      .selectFrom('organisations')
      .select('id')
      .executeTakeFirstOrThrow();
    const key = { organisation: id, name: 'k', scope: 'fleet:read', expiresAt: null } as const;
    return (await issueKey(transaction, key)).text;
  });
}

test('an organisation reports thirty times in an hour, whatever its keys', async () => {
  proves('LIM-problem-reports', 'ERR-rate_limited@report_issue');
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  for (const scope of ['read', 'run', 'admin'] as const) {
    for (let count = 0; count < 10; count += 1) {
      expect((await server.tool('report_issue', { title: 't' }, scope)).status).toBe(201);
      clock.advance(1000);
    }
  }
  const headers = { authorization: `Bearer ${await oneMoreKey(server)}` };
  const report = () =>
    server.call('/api/v1/issues', { scope: 'none', headers, body: { title: 't' } });
  const { status, body, headers: answered } = await report();
  expect([status, body.code, answered.get('retry-after')]).toEqual([429, 'rate_limited', '3570']);
  expect(body.detail).toContain('30 of this organisation');
  clock.advance(HOUR_MS - 30_000);
  expect((await report()).body.issue.number).toBe(31);
});
