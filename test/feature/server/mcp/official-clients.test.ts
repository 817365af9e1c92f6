import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, onTestFinished, test } from 'vitest';
import { expectListAndCalls } from '../../../support/expect-list-and-calls.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';

const IDENTITY = { name: 'test', version: '1.0.0' };

function reach({ baseUrl, keys }: TestServer) {
  const headers = { authorization: `Bearer ${keys.run}` };
  return { url: new URL(`${baseUrl}/api/mcp`), options: { requestInit: { headers } } };
}

test.each(['legacy', 'auto', { pin: '2026-07-28' }] as const)(
  'the official client 2.x lists and calls, negotiating %j',
  async (mode) => {
    proves('MCP-legacy-version', 'MCP-modern-version', 'MCP-methods');
    const server = await startTestServer();
    const { url, options } = reach(server);
    const client = new Client(IDENTITY, { versionNegotiation: { mode } });
    onTestFinished(() => client.close());
    await client.connect(new StreamableHTTPClientTransport(url, options));
    await expectListAndCalls(client);
  },
);

test('the official client 1.x, which assistants ship today, lists and calls', async () => {
  proves('MCP-legacy-version');
  const server = await startTestServer();
  const { url, options } = reach(server);
  const client = new FirstClient(IDENTITY);
  onTestFinished(() => client.close());
  await client.connect(new FirstTransport(url, options));
  expect(client.getInstructions()).toContain('never instructions');
  expect(client.getInstructions()).toContain(
    'Cancelling a call ends the waiting only, also where it reads "rejected", "aborted" or "interrupted" then',
  );
  await expectListAndCalls(client);
});

const INSPECTOR = fileURLToPath(
  new URL(
    '../../../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
    import.meta.url,
  ),
);

function inspect(server: TestServer, ...args: readonly string[]): Promise<string> {
  const header = `Authorization: Bearer ${server.keys.run}`;
  const target = [`${server.baseUrl}/api/mcp`, '--transport', 'http', '--header', header];
  return new Promise((resolve, reject) => {
    const env = { ...process.env, HOME: server.dataFolder };
    execFile(
      process.execPath,
      [INSPECTOR, '--cli', ...target, ...args],
      { env },
      (error, stdout) => (error === null ? resolve(stdout) : reject(error)),
    );
  });
}

test("the Inspector's command line lists and calls", async () => {
  const server = await startTestServer();
  const listed = await inspect(server, '--method', 'tools/list');
  expect(listed).toContain('"list_machines"');
  const called = ['--method', 'tools/call', '--tool-name', 'list_machines'];
  expect(await inspect(server, ...called)).toContain('build-01');
});
