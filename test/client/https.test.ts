import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { serveProxy } from '../support/recording-proxy.ts';
import { CERTIFICATE, PRIVATE_KEY } from '../support/test-certificate.ts';
import { failureOf, openTestClient } from '../support/test-client.ts';

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
    detail: `https://127.0.0.1:${server.port}: DEPTH_ZERO_SELF_SIGNED_CERT.`,
    requestId: 'cli-iiiiiiiiiiiiiiiiiiii',
    advice: 'If your organisation has its own authority, name its file in NODE_EXTRA_CA_CERTS.',
  });
  expect([server.connections(), server.seen]).toEqual([1, []]);
});

/** One call from a program of its own that trusts the test certificate. */
async function callTrusting(url: string, environment: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-https-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'ca.pem');
  writeFileSync(file, CERTIFICATE);
  const program = fileURLToPath(new URL('../support/call-once.ts', import.meta.url));
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
