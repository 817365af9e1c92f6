import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createApp } from '../../../../src/server/http/app.ts';
import { createDoors } from '../../../../src/server/http/doors.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer } from '../../../support/test-server.ts';

const OWN_ID = /^req_[0-9a-f-]{36}$/;
const MEMBERS = ['code', 'detail', 'request_id', 'status', 'title', 'type'];

/** What comes back for bytes that need not be HTTP. */
async function exchange(baseUrl: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

test('every answer carries the request id of its caller, or a new one', async () => {
  proves('RULE-10', 'LIM-request-id', 'WIRE-request-id-replaced');
  const server = await startTestServer();
  const idFor = async (path: string, sent: string): Promise<string | null> =>
    (await server.call(path, { headers: { 'x-request-id': sent } })).headers.get('x-request-id');
  for (const path of ['/api/v1/me', '/api/v1/nothing', '/healthz', '/api/v1/jobs/none']) {
    expect(await idFor(path, 'a.b_c:d-9')).toBe('a.b_c:d-9');
    expect(await idFor(path, 'x'.repeat(128))).toBe('x'.repeat(128));
    expect(await idFor(path, 'x'.repeat(129))).toMatch(OWN_ID);
    expect(await idFor(path, 'white space')).toMatch(OWN_ID);
    expect(await idFor(path, 'ünicode')).toMatch(OWN_ID);
  }
});

test('a refusal is a problem document with its six members and a link to its code', async () => {
  proves('ERR-members', 'CONV-problem-json', 'CONV-json');
  const server = await startTestServer();
  const { status, headers, body } = await server.call('/api/v1/jobs/none', {
    headers: { 'x-request-id': 'mine' },
  });
  expect(status).toBe(404);
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect(Object.keys(body).sort()).toEqual(MEMBERS);
  expect(body).toMatchObject({ code: 'unknown_job', status: 404, request_id: 'mine' });
  const linked = await server.call(new URL(body.type).pathname, { scope: 'none' });
  expect([linked.status, linked.body.code]).toEqual([200, 'unknown_job']);
  const good = await server.call('/api/v1/me');
  expect(good.headers.get('content-type')).toBe('application/json');
});

test('an unknown route is not_found, a wrong method 405 with Allow', async () => {
  proves('ERR-not_found');
  const server = await startTestServer();
  for (const path of ['/api/v1/nothing', '/api/v2/me', '/api/v1/me/more', '/api/v1', '/', '//']) {
    const { status, body } = await server.call(path);
    expect([path, status, body.code]).toEqual([path, 404, 'not_found']);
  }
  for (const method of ['DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
    const { status, headers, body } = await server.call('/api/v1/tools/get_job', { method });
    expect([method, status, body.code]).toEqual([method, 405, 'invalid_request']);
    expect(headers.get('allow')).toBe('POST');
  }
  const head = await server.call('/api/v1/machines', { method: 'HEAD' });
  expect([head.status, head.text]).toEqual([200, '']);
  expect((await server.call('/api/v1/nothing', { scope: 'none' })).body.code).toBe('unauthorized');
});

test('an unknown operation is unknown_tool, whatever its name', async () => {
  proves('ERR-unknown_tool');
  const server = await startTestServer();
  for (const name of ['get_jobs', 'get-job', 'toString', '__proto__', '%00', 'x'.repeat(2000)]) {
    const { status, body } = await server.tool(name);
    expect([status, body.code]).toEqual([404, 'unknown_tool']);
  }
});

test('a path that cannot be decoded is refused like everything else', async () => {
  const server = await startTestServer();
  const { status, headers, body } = await server.call('/api/v1/jobs/%zz');
  expect([status, body.code]).toEqual([400, 'invalid_request']);
  expect(headers.get('x-request-id')).toBe(body.request_id);
  const nul = await server.call('/api/v1/machines/a%00b');
  expect([nul.status, nul.body.code]).toEqual([400, 'invalid_request']);
});

test.each([
  ['an unknown version', '400', 'GET / HTTP/9.9\r\n\r\n'],
  ['no request line', '400', 'hello\r\n\r\n'],
  ['a head too long', '431', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`],
  ['two lengths', '400', 'POST / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
])('bytes that are no request get a problem document: %s', async (_what, status, bytes) => {
  const server = await startTestServer();
  const text = await exchange(server.baseUrl, bytes);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status} `);
  expect(head).toContain('application/problem+json');
  expect(head).toContain(`x-request-id: ${JSON.parse(body).request_id}`);
});

test('an error of our own is internal and says nothing of itself', async () => {
  proves('ERR-internal', 'ERR-internal@every-operation');
  const lines: (readonly unknown[])[] = [];
  const { server } = createApp({
    routes: [
      {
        method: 'GET',
        path: '/broken',
        handle: () => Promise.reject(new Error('the inner reason')),
      },
    ],
    log: (...line) => lines.push(line),
    baseUrl: () => 'http://fleet.test',
    doors: createDoors(() => 0),
    admit: async () => true,
  });
  const answer = await server.inject({ url: '/broken', headers: { 'x-request-id': 'seen' } });
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ code: 'internal', status: 500, request_id: 'seen' });
  expect(answer.body).not.toContain('inner reason');
  const [line] = lines;
  expect(JSON.stringify(line)).toContain('the inner reason');
  expect(JSON.stringify(line)).toContain('seen');
});

test('the log has neither keys nor bodies nor values of a query', async () => {
  const server = await startTestServer();
  await server.call(`/api/v1/jobs?skill=query-value&key=${server.keys.admin}`);
  await server.tool('run_skill', { machine: 'none', skill: 's', payload: 'body-value' });
  const log = server.log.join('');
  expect(log).toContain('"route":"/api/v1/jobs"');
  expect(log).toContain('"status":404');
  for (const unseen of ['query-value', 'body-value', server.keys.admin, 'fleet_key']) {
    expect(log).not.toContain(unseen);
  }
});
