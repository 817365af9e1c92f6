import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';

const RUN = '/api/v1/machines/none/skills/s/run';
const TOOL = '/api/v1/tools/run_skill';

/** A body of exactly so many bytes that would run a skill of an unknown machine. */
function bodyOf(bytes: number, members: string): string {
  const frame = `{${members}"payload":""}`.length;
  return `{${members}"payload":"${'x'.repeat(bytes - frame)}"}`;
}

async function codeOf(server: TestServer, path: string, body: string): Promise<string> {
  const answer = await server.call(path, { body });
  return `${answer.status} ${answer.body.code}`;
}

test('a body may have 512 KiB, and 768 KiB on the tools route', async () => {
  proves('ERR-too_large', 'LIM-body-size', 'LIM-body-size-tools');
  const server = await startTestServer();
  expect(await codeOf(server, RUN, bodyOf(524_288, ''))).toBe('404 unknown_machine');
  expect(await codeOf(server, RUN, bodyOf(524_289, ''))).toBe('413 too_large');
  const named = '"machine":"none","skill":"s",';
  expect(await codeOf(server, TOOL, bodyOf(786_432, named))).toBe('404 unknown_machine');
  expect(await codeOf(server, TOOL, bodyOf(786_433, named))).toBe('413 too_large');
});

test('a body without a stated length is bounded as well', async () => {
  const server = await startTestServer();
  const statusOf = async (bytes: number): Promise<number> => {
    const answer = await fetch(`${server.baseUrl}${RUN}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.keys.admin}`, 'content-type': 'application/json' },
      body: ReadableStream.from([Buffer.from(bodyOf(bytes, ''))]),
      duplex: 'half',
    } as RequestInit);
    return answer.status;
  };
  expect(await statusOf(524_288)).toBe(404);
  expect(await statusOf(524_289)).toBe(413);
  expect(await statusOf(3_000_000)).toBe(413);
});

test('what is left of a body that is too large is taken, so that its sender comes to the response', async () => {
  const server = await startTestServer();
  const { hostname, port } = new URL(server.baseUrl);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write(
    `POST ${RUN} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${server.keys.admin}\r\n` +
      'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
  );
  const sent = Promise.withResolvers<void>();
  const chunk = Buffer.concat([Buffer.from('1000000\r\n'), Buffer.alloc(0x1000000)]);
  // More than all buffers on the way hold.
  socket.write(
    Buffer.concat([chunk, Buffer.from('\r\n'), chunk, Buffer.from('\r\n0\r\n\r\n')]),
    () => sent.resolve(),
  );
  await sent.promise;
  const [response] = (await once(socket, 'data')) as [Buffer];
  expect(response.toString()).toContain('HTTP/1.1 413 ');
});

test.each(['{', '[1', 'nul', '{"a":1}}', "{'a':1}", '\u0000'])(
  'what is not JSON is invalid_json: %j',
  async (body) => {
    proves('ERR-invalid_json');
    const server = await startTestServer();
    expect(await codeOf(server, TOOL, body)).toBe('400 invalid_json');
  },
);

test('JSON that is not UTF-8 is invalid_json', async () => {
  const server = await startTestServer();
  const answer = await fetch(`${server.baseUrl}${TOOL}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.keys.admin}`, 'content-type': 'application/json' },
    body: Buffer.from([0x22, 0xff, 0x22]),
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid_json' });
});

test.each([
  ['application/x-www-form-urlencoded', 'invalid_request'],
  ['text/plain', 'invalid_request'],
  ['application/json; charset=latin1', 'invalid_request'],
  ['application/json; charset=utf-8', undefined],
  ['APPLICATION/JSON', undefined],
])('the content type %s gives %s', async (type, code) => {
  const server = await startTestServer();
  const { body } = await server.call('/api/v1/tools/list_machines', {
    body: '{}',
    headers: { 'content-type': type },
  });
  expect(body.code).toBe(code);
});

test('an empty body is an empty object', async () => {
  const server = await startTestServer();
  const { status } = await server.call('/api/v1/tools/list_machines', { method: 'POST' });
  expect(status).toBe(200);
});

test('names that reach for a prototype are ordinary unknown names', async () => {
  const server = await startTestServer();
  const { status, body } = await server.tool(
    'get_job',
    '{"job":"j","__proto__":{"machine":"x"},"constructor":1}',
  );
  expect([status, body.code]).toEqual([400, 'invalid_request']);
  expect(body.detail).toContain('__proto__');
  expect(({} as Record<string, unknown>)['machine']).toBeUndefined();
  const data = '{"machine":"none","skill":"s","payload":{"__proto__":{"a":1}}}';
  expect((await server.tool('run_skill', data)).body.code).toBe('unknown_machine');
});

test.each([
  ['half a surrogate pair', '{"machine":"\\ud800","skill":"s"}'],
  ['U+0000 within the payload', '{"machine":"m","skill":"s","payload":{"a":["\\u0000"]}}'],
  ['U+0000 in a name', '{"machine":"m","skill":"s","payload":{"\\u0000":1}}'],
  [
    'deep nesting',
    `{"machine":"m","skill":"s","payload":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
  ],
  ['very deep nesting', `${'['.repeat(300_000)}${']'.repeat(300_000)}`],
])('%s is refused', async (_what, body) => {
  const server = await startTestServer();
  expect(await codeOf(server, TOOL, body)).toBe('400 invalid_request');
});

test('a query is read strictly', async () => {
  proves('ROUTE-GET-/api/v1/jobs');
  const server = await startTestServer();
  const detailOf = async (query: string) => {
    const { status, body } = await server.call(`/api/v1/${query}`);
    return status === 200 ? 'fine' : `${body.code} ${body.detail}`;
  };
  expect(await detailOf('jobs?limit=100&waiting=1')).toBe('fine');
  expect(await detailOf('jobs?waiting=true')).toBe('fine');
  expect(await detailOf('jobs?skill=a%26b+c')).toBe('fine');
  for (const query of ['limit=1e1', 'limit=%201', 'limit=', 'limit=0x10', 'limit=1.5', 'limit=0']) {
    expect(await detailOf(`jobs?${query}`)).toContain('invalid_request `limit` is ');
  }
  expect(await detailOf('jobs?waiting=yes')).toContain('`waiting` is "yes"');
  const allowed = 'allowed is one of 1, true.';
  expect(await detailOf('jobs?waiting=false')).toContain(`\`waiting\` is "false"; ${allowed}`);
  expect(await detailOf('jobs?limit=1&limit=2')).toContain('`limit` is given twice');
  expect(await detailOf('jobs?colour=red')).toContain('Unknown query parameter "colour"');
  expect(await detailOf('jobs?__proto__=1')).toContain('Unknown query parameter');
  expect(await detailOf('machines/m?machine=other')).toContain('Unknown query parameter');
  expect(await detailOf('commands/c?wait_seconds=1')).toContain('Unknown query parameter');
  expect(await detailOf('commands/c?wait=31')).toContain('`wait` is 31');
  const body = await server.call('/api/v1/jobs/j/answer', { body: { job: 'k', answer: 'a' } });
  expect(body.body.detail).toContain('`job` is part of the path');
});

test('a field that a route does not know is told those that its body may have', async () => {
  proves('ERR-invalid_request', 'ROUTE-POST-/api/v1/jobs/{job}/cancel');
  const server = await startTestServer();
  const detailOf = async (path: string): Promise<string> =>
    (await server.call(path, { body: { colour: 'red' } })).body.detail;
  const all = 'payload, headers, runner, model, effort, wait_seconds';
  expect(await detailOf(RUN)).toBe(`Unknown field "colour"; allowed: ${all}.`);
  const none = 'Unknown field "colour"; nothing is allowed here.';
  expect(await detailOf('/api/v1/jobs/j/cancel')).toBe(none);
  const named = `Unknown field "colour"; allowed: machine, skill, ${all}.`;
  expect(await detailOf(TOOL)).toContain(named);
});
