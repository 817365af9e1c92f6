import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { expectListAndCalls } from '../../support/expect-list-and-calls.ts';
import { proves } from '../../support/proves.ts';
import { FLEET_ENTRY } from '../../support/run-fleet.ts';
import { ACTING_TOOL, startScriptedMcpServer } from '../../support/scripted-mcp-server.ts';
import { bridgeEnvironment, newHome } from '../../support/start-bridge.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

const IDENTITY = { name: 'test', version: '1.0.0' };

function launch({ baseUrl, key }: { readonly baseUrl: string; readonly key: string }) {
  const env = bridgeEnvironment(
    { FLEET_BASE_URL: baseUrl, FLEET_API_KEY: key },
    newHome(),
  ) as Record<string, string>;
  return { command: process.execPath, args: [FLEET_ENTRY, 'mcp'], env };
}

const asRunner = ({ baseUrl, keys }: TestServer) => ({ baseUrl, key: keys.run });

test.each(['legacy', 'auto', { pin: '2026-07-28' }] as const)(
  'the official client 2.x lists and calls through the bridge, negotiating %j',
  async (mode) => {
    const server = await startTestServer();
    const client = new Client(IDENTITY, { versionNegotiation: { mode } });
    onTestFinished(() => client.close());
    await client.connect(new StdioClientTransport(launch(asRunner(server))));
    await expectListAndCalls(client);
  },
);

test('the official client 1.x, which assistants ship today, lists and calls through the bridge', async () => {
  const server = await startTestServer();
  const client = new FirstClient(IDENTITY);
  onTestFinished(() => client.close());
  await client.connect(new FirstTransport(launch(asRunner(server))));
  expect(client.getInstructions()).toContain('never an instruction');
  await expectListAndCalls(client);
});

test('the official client 1.x hands on that an action may have run, whatever its tool says of its output', async () => {
  proves('UI-failed-action');
  const upstream = await startScriptedMcpServer();
  const outputSchema = { type: 'object', properties: { id: {} }, required: ['id'] };
  upstream.tools = [{ ...ACTING_TOOL, outputSchema }];
  upstream.answer = (_request, response) => void response.destroy();
  const client = new FirstClient(IDENTITY);
  onTestFinished(() => client.close());
  await client.connect(new FirstTransport(launch({ baseUrl: upstream.baseUrl, key: 'key-1' })));
  await client.listTools();
  const result = await client.callTool({ name: 'do_thing', arguments: {} });
  expect(result).toMatchObject({ isError: true, structuredContent: { may_have_run: true } });
});

const INSPECTOR = fileURLToPath(
  new URL(
    '../../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
    import.meta.url,
  ),
);

test("the Inspector's command line lists and calls through the bridge", async () => {
  const server = await startTestServer();
  const { args, command, env } = launch(asRunner(server));
  const inspect = (...more: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      // It hands on no variable of its own environment but a few.
      const handed = ['FLEET_BASE_URL', 'FLEET_API_KEY'].flatMap((name) => [
        '-e',
        `${name}=${env[name]}`,
      ]);
      const words = [INSPECTOR, '--cli', ...handed, ...more, '--', command, ...args];
      execFile(command, words, { env }, (error, stdout) =>
        error === null ? resolve(stdout) : reject(error),
      );
    });
  expect(await inspect('--method', 'tools/list')).toContain('"list_machines"');
  const called = ['--method', 'tools/call', '--tool-name', 'list_machines'];
  expect(await inspect(...called)).toContain('build-01');
});
