import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openConnections } from '../../../src/client/transport/connections.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { serveProxy } from '../../support/network/recording-proxy.ts';
import { CERTIFICATE, PRIVATE_KEY } from '../../support/network/test-certificate.ts';
import { failureOf, openTestClient } from '../../support/test-client.ts';
import { ACTION } from '../../support/ways-to-connect.ts';

async function serveTls() {
  const seen: string[] = [];
  let connections = 0;
  const server = createServer({ key: PRIVATE_KEY, cert: CERTIFICATE }, (request, response) => {
    seen.push(request.url ?? '');
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, seen, connections: () => connections };
}

test('a certificate that is not trusted ends the request at the first try, unsent', async () => {
  const server = await serveTls();
  const client = openTestClient(`https://127.0.0.1:${server.port}`);
  expect(await failureOf(client.callTool('run_skill', '{}', { operationClass: 'read' }))).toEqual({
    kind: 'network',
    code: 'not_trusted',
    title: 'The certificate of the service is not trusted',
    wasSent: false,
    detail: `https://127.0.0.1:${server.port}: its certificate is signed by nobody whom this computer knows (DEPTH_ZERO_SELF_SIGNED_CERT).`,
    requestId: 'cli-iiiiiiiiiiiiiiiiiiii',
    advice:
      'If your organisation has its own authority, name its file in NODE_EXTRA_CA_CERTS; where this computer knows it, NODE_USE_SYSTEM_CA=1 is enough.',
  });
  expect([server.connections(), server.seen]).toEqual([1, []]);
});

describe.each([false, true])('for many requests: %s', (isForMany) => {
  function connectionsTo(port: number, host = '127.0.0.1') {
    const clock = createFakeClock();
    const origin = `https://${host}:${port}`;
    const connections = openConnections({ origin, environment: {}, clock, isForMany });
    onTestFinished(() => connections.close());
    return { clock, send: connections.send };
  }

  test('nothing is sent to a peer whose certificate is not trusted', async () => {
    const server = await serveTls();
    const ended = await connectionsTo(server.port).send(ACTION);
    expect(ended).toEqual({ kind: 'not_trusted', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(server.seen).toEqual([]);
  });

  test('nothing is sent to a peer that ends the connection before TLS is agreed on', async () => {
    const peer = createTcpServer((socket) => void socket.once('data', () => socket.destroy()));
    peer.listen(0, '127.0.0.1');
    await once(peer, 'listening');
    onTestFinished(() => void peer.close());
    const { port } = peer.address() as AddressInfo;
    expect((await connectionsTo(port).send(ACTION)).kind).toBe('not_connected');
  });
});

test('TLS that is not agreed on in ten seconds is no connection', async () => {
  const sockets: Socket[] = [];
  const peer = createTcpServer((socket) => void sockets.push(socket));
  peer.listen(0, '127.0.0.1');
  await once(peer, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    peer.close();
  });
  const { port } = peer.address() as AddressInfo;
  const clock = createFakeClock();
  const origin = `https://127.0.0.1:${port}`;
  const { send } = openConnections({ origin, environment: {}, clock });
  const ended = send({ ...ACTION, timeoutMs: 30_000 });
  await expect.poll(() => sockets.length).toBe(1);
  clock.advance(10_000);
  expect(await ended).toEqual({ kind: 'not_connected', reason: 'ETIMEDOUT' });
  expect(clock.timers).toBe(0);
});

/** One call from a program of its own that trusts the test certificate. */
async function callTrusting(url: string, environment: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-https-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'ca.pem');
  writeFileSync(file, CERTIFICATE);
  const program = fileURLToPath(new URL('../../support/call-once.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, url], {
    env: { ...environment, NODE_EXTRA_CA_CERTS: file },
  });
  return JSON.parse(stdout);
}

test('NODE_EXTRA_CA_CERTS makes it trusted', async () => {
  const server = await serveTls();
  expect(await callTrusting(`https://127.0.0.1:${server.port}`)).toEqual({ status: 200 });
  expect(server.seen).toEqual(['/api/v1/tools/list_machines']);
});

test('a proxy tunnels to it', async () => {
  const server = await serveTls();
  const proxy = await serveProxy(`https://127.0.0.1:${server.port}`);
  const result = await callTrusting('https://fleet.test', { HTTPS_PROXY: proxy.url });
  expect(result).toEqual({ status: 200 });
  expect(proxy.asked).toEqual(['CONNECT fleet.test:443']);
  expect(server.seen).toEqual(['/api/v1/tools/list_machines']);
});
