import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  answers,
  type Behaviour,
  drops,
  refuses,
  stalls,
} from '../../support/misbehaving-server.ts';
import { proves } from '../../support/proves.ts';
import { runFleet, startFleet } from '../../support/run-fleet.ts';
import { startTestServer } from '../../support/test-server.ts';

const INPUT = { type: 'object', properties: { title: { type: 'string' } } };
const TOOLS = [{ name: 'report_issue', class: 'write', input_schema: INPUT }];
const catalogue = answers(200, JSON.stringify({ catalogue_version: 1, tools: TOOLS }));
const REPORT = ['cloud', 'report-issue', '--title', 'No', '--json'];

/** A service that loses the answer to a report; later tries meet `later`, or nobody where there is none. */
async function losingService(later?: Behaviour, first: Behaviour = drops) {
  const keys: unknown[] = [];
  const service = createServer((request, response) => {
    const { headers, method = '', url = '' } = request;
    const seen = { method, url, headers, body: '', fromPort: 0 };
    if (method === 'GET') return catalogue(response, seen);
    keys.push(headers['idempotency-key']);
    (keys.length === 1 ? first : (later ?? drops))(response, seen);
    if (later === undefined) service.close();
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  onTestFinished(() => {
    service.closeAllConnections();
    service.close();
  });
  const { port } = service.address() as AddressInfo;
  const env = { FLEET_BASE_URL: `http://127.0.0.1:${port}`, FLEET_API_KEY: 'key-1' };
  return { env, keys };
}

const AGAIN = 'It may have run and was sent again with the same Idempotency-Key. ';

test.each<[string, Behaviour | undefined, number, string]>([
  ['nobody', undefined, 7, 'not_connected'],
  ['a revoked key', refuses(401, 'invalid_key'), 4, 'invalid_key'],
  ['the rate limit', refuses(429, 'rate_limited', { 'retry-after': '60' }), 7, 'rate_limited'],
  ['a refusal', refuses(400, 'invalid_request'), 2, 'invalid_request'],
  ['a page', answers(404, '<p>', { 'content-type': 'text/html' }), 7, 'not_the_service'],
  ['a proxy', answers(407, '<p>', { 'content-type': 'text/html' }), 7, 'proxy_refused'],
  ['a redirect', answers(307, '', { location: '/elsewhere' }), 7, 'redirected'],
])('a report whose first answer was lost and then met %s may have been made', async (...row) => {
  proves('UI-report-again', 'UI-lost-answer');
  const [, later, exit, code] = row;
  const { env, keys } = await losingService(later);
  const run = await runFleet(REPORT, { env });
  const { error } = JSON.parse(run.stderr);
  expect([run.code, error.code]).toEqual([exit, code]);
  expect(keys.length).toBe(later === undefined ? 1 : 2);
  expect(error.idempotency_key).toBe(keys[0]);
  expect(error.advice).toContain(AGAIN);
  expect(error.advice).toContain(`--idempotency-key ${keys[0]} `);
});

test('and so where it is interrupted between two tries', async () => {
  proves('UI-report-again', 'UI-interrupt');
  const { env, keys } = await losingService(stalls);
  const child = startFleet([...REPORT, '--verbose'], { env });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (!stderr.includes('→ broken') && `${stderr}${chunk}`.includes('→ broken'))
      child.kill('SIGINT');
    stderr += chunk.toString();
  });
  expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
  const { error } = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '');
  expect([error.code, error.idempotency_key]).toEqual(['interrupted', keys[0]]);
  expect(error.advice).toContain('It may have run and was ');
});

test('what the rate limit refused, and then met nobody, has not run', async () => {
  proves('UI-report-again');
  const busy = refuses(429, 'rate_limited', { 'retry-after': '0', connection: 'close' });
  const { env } = await losingService(undefined, busy);
  const run = await runFleet(REPORT, { env });
  const { error } = JSON.parse(run.stderr);
  expect([run.code, error.code, error.idempotency_key]).toEqual([7, 'not_connected', undefined]);
  expect(error.advice).not.toContain('may have run');
});

test('the key that is named repeats the report without a second one', async () => {
  proves('UI-report-again');
  const server = await startTestServer();
  const losing = createServer(async (request, response) => {
    const { headers, method = 'GET', url = '' } = request;
    const { 'idempotency-key': key = '', authorization = '' } = headers;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const sent = { authorization, 'content-type': 'application/json', 'idempotency-key': `${key}` };
    const body = method === 'GET' ? {} : { body: Buffer.concat(parts) };
    const answer = await fetch(`${server.baseUrl}${url}`, { method, headers: sent, ...body });
    if (method === 'POST') return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  });
  losing.listen(0, '127.0.0.1');
  await once(losing, 'listening');
  onTestFinished(() => void losing.close());
  const { port } = losing.address() as AddressInfo;
  const env = { FLEET_API_KEY: server.keys.run };
  const lost = await runFleet(REPORT, {
    env: { ...env, FLEET_BASE_URL: `http://127.0.0.1:${port}` },
  });
  expect(lost.code).toBe(7);
  const { advice, idempotency_key: key } = JSON.parse(lost.stderr).error;
  const command = `fleet api POST /api/v1/issues --idempotency-key ${key} --input`;
  expect(advice).toContain(command);
  const again = await runFleet([...command.split(' ').slice(1), '{"title":"No"}'], {
    env: { ...env, FLEET_BASE_URL: server.baseUrl },
  });
  expect(again.code).toBe(0);
  expect((await server.tool('list_issues')).body.issues).toHaveLength(1);
});
