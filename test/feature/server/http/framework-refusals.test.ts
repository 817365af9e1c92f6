import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startHostedUrlServer } from '../../../support/hosted-url-server.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer } from '../../../support/test-server.ts';

interface RawAnswer {
  readonly status: number;
  readonly head: string;
  // biome-ignore lint/suspicious/noExplicitAny: problems and answers of every shape
  readonly body: any;
}

/** One request of these lines, which a client library would not send so. */
async function exchange(baseUrl: string, lines: readonly string[], body = ''): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const length = body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  socket.write(`${[...lines, ...length, 'connection: close'].join('\r\n')}\r\n\r\n${body}`);
  await new Promise((resolve) => socket.once('close', resolve));
  const [head = '', sent = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(sent) };
}

const MALFORMED_TYPES = ['', 'json', ';', 'application/json, application/json', 'text/plain; ='];

test.each(MALFORMED_TYPES)(
  'a content type that is none, %j, is decided on by the route',
  async (type) => {
    proves('CONV-problem-json', 'ERR-invalid_request', 'ERR-unauthorized');
    const server = await startTestServer();
    const lines = ['POST /api/v1/tools/list_machines HTTP/1.1', 'host: a', `content-type: ${type}`];
    const stranger = await exchange(server.baseUrl, lines, '{}');
    expect([stranger.status, stranger.body.code]).toEqual([401, 'unauthorized']);
    const key = `authorization: Bearer ${server.keys.read}`;
    const refused = await exchange(server.baseUrl, [...lines, key], '{}');
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request']);
    expect(refused.body.detail).toContain(`\`Content-Type\` is ${JSON.stringify(type)}`);
  },
);

test.each(MALFORMED_TYPES)('a hosted URL takes a webhook of content type %j', async (type) => {
  proves('WIRE-in-token');
  const { server, machine, enable } = await startHostedUrlServer();
  const { pathname } = new URL(await enable());
  const lines = [`POST ${pathname} HTTP/1.1`, 'host: a', `content-type: ${type}`];
  expect((await exchange(server.baseUrl, lines, 'any bytes')).status).toBe(202);
  expect((await machine.sync()).hosted).toHaveLength(1);
});

test.each([
  ['without a Host', ['GET /healthz HTTP/1.1'], 400],
  ['with two Hosts', ['GET /healthz HTTP/1.1', 'host: a', 'Host: b'], 400],
  ['that expects what nobody knows', ['GET /healthz HTTP/1.1', 'host: a', 'expect: 200-ok'], 200],
])('a request %s is answered with a request id', async (_what, lines, status) => {
  proves('RULE-10', 'ERR-members');
  const server = await startTestServer();
  const answer = await exchange(server.baseUrl, [...lines, 'x-request-id: mine']);
  expect(answer.status).toBe(status);
  expect(answer.head).toContain('x-request-id: mine');
  if (status === 400) {
    expect(answer.head).toContain('application/problem+json');
    expect(answer.body).toMatchObject({ code: 'invalid_request', request_id: 'mine' });
    expect(answer.body.detail).toContain('Host');
  }
});

test('a path with its host before it, as a proxy is asked, is the same path', async () => {
  const server = await startTestServer();
  const get = (path: string, ...lines: string[]) =>
    exchange(server.baseUrl, [`GET http://fleet.test${path} HTTP/1.1`, 'host: a', ...lines]);
  const key = `authorization: Bearer ${server.keys.read}`;
  expect((await get('/api/v1/jobs?limit=1', key)).body).toEqual({ jobs: [], next_before: null });
  expect((await get('/api/v1/nothing')).body.code).toBe('unauthorized');
  const { body } = await get('/api/v1/nothing?key=secret', key);
  expect([body.code, body.detail]).toEqual(['not_found', 'There is no route /api/v1/nothing.']);
});

test('CONNECT is answered as a method that there is not, and the connection ends', async () => {
  proves('CONV-problem-json', 'ERR-members');
  const server = await startTestServer();
  const lines = ['CONNECT example.com:443 HTTP/1.1', 'host: example.com:443', 'x-request-id: mine'];
  const { body, head, status } = await exchange(server.baseUrl, lines);
  expect([status, body.code, body.request_id]).toEqual([405, 'invalid_request', 'mine']);
  expect(head).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
  expect(head.toLowerCase()).toContain('allow: get, head, post, delete');
  expect(body.detail).toContain('CONNECT');
});
