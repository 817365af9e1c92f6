import { statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { probe } from '../../../../src/bridge/assistants/probe.ts';
import { type AssistantHome, assistantHome } from '../../../support/assistants/assistant-home.ts';
import { CONFIGURATIONS } from '../../../support/assistants/configurations.ts';
import { scriptedBridge } from '../../../support/assistants/scripted-bridge.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { proves } from '../../../support/proves.ts';
import { FLEET_ENTRY, runFleet } from '../../../support/run-fleet.ts';
import {
  sendJson,
  sendProblem,
  startScriptedMcpServer,
} from '../../../support/scripted-mcp-server.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';
import { startTestServer } from '../../../support/test-server.ts';

proves('BRIDGE-doctor');

interface Row {
  readonly state: string;
  readonly advice: string | null;
  readonly [member: string]: unknown;
}

async function examined(home: AssistantHome, entry: object) {
  home.write(JSON.stringify({ mcpServers: { fleet: entry, other: { command: 'docker' } } }));
  const shell = { FLEET_API_KEY: 'flt_of-this-terminal', FLEET_BASE_URL: 'http://127.0.0.1:1' };
  const { code, stdout, stderr } = await home.mcp(['doctor', '--json'], { env: shell });
  const rows: readonly Row[] = JSON.parse(stdout).entries;
  expect(stdout + stderr).not.toMatch(/flt_/);
  return { code, rows, row: rows[0] };
}

test('what an assistant sees: server, tools, profile, where the key comes from', async () => {
  const server = await startTestServer();
  const home = assistantHome('cursor');
  const bridge = scriptedBridge(home.folder, 'answers');
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.read };
  const { code, rows } = await examined(home, { ...bridge, env });
  expect(code).toBe(0);
  expect(rows).toEqual([
    {
      client: 'cursor',
      name: 'fleet',
      folder: null,
      state: 'ready',
      tools: 2,
      server: server.baseUrl,
      profile: null,
      key: 'env',
      command: [bridge.command, ...bridge.args],
      bridge: 'scripted 1',
      tool_names: ['list_jobs', 'FLEET_API_KEY+FLEET_BASE_URL'],
      file: home.file,
      advice: null,
    },
  ]);
});

test('variables of the terminal do not reach the bridge: without a key of its own it has none', async () => {
  const home = assistantHome('cursor');
  const { code, row } = await examined(home, scriptedBridge(home.folder, 'answers'));
  expect(row).toMatchObject({ state: 'not_configured', server: null, key: null });
  expect(row?.['tool_names']).toEqual(['list_jobs', '']);
  expect(row?.advice).toMatch(/Log in: fleet auth login --base-url https:/);
  expect(code).toBe(2);
});

test('a missing key, a refused key and a server that is away are told apart', async () => {
  const server = await startTestServer();
  const home = assistantHome('cursor');
  const bridge = scriptedBridge(home.folder, 'answers');
  const FLEET_BASE_URL = server.baseUrl;
  const without = await examined(home, { ...bridge, env: { FLEET_BASE_URL } });
  expect([without.code, without.row?.state]).toEqual([4, 'no_key']);
  expect(without.row?.advice).toContain(`Log in: fleet auth login --base-url ${server.baseUrl}`);
  const wrong = { FLEET_BASE_URL, FLEET_API_KEY: 'flt_wrong' };
  const refused = await examined(home, { ...bridge, env: wrong });
  expect([refused.code, refused.row?.state]).toEqual([4, 'invalid_key']);
  expect(refused.row).toMatchObject({ key: 'env', tools: 2 });
  expect(refused.row?.advice).toContain(`FLEET_API_KEY in ${home.file}: put a valid one there`);
  const filledIn = { FLEET_BASE_URL, FLEET_API_KEY: `\${input:key}` };
  const unknown = await examined(home, { ...bridge, env: filledIn });
  expect(unknown.row?.advice).toContain('The assistant fills FLEET_API_KEY in, and doctor cannot');
  const other = await startScriptedService({ tools: [], answer: () => ({ body: {} }) });
  onTestFinished(() => other.stop());
  const foreign = { FLEET_BASE_URL: other.baseUrl, FLEET_API_KEY: 'flt_any' };
  const nobody = await examined(home, { ...bridge, env: foreign });
  expect([nobody.code, nobody.row?.state]).toEqual([7, 'not_the_service']);
  await server.close();
  const away = await examined(home, { ...bridge, env: wrong });
  expect(away.code).toBe(7);
  expect(away.row).toMatchObject({ tools: 2, server: server.baseUrl });
  expect(away.row?.state).not.toBe('ready');
});

test('a service that knows the key and takes no calls of tools is not ready', async () => {
  const upstream = await startScriptedMcpServer();
  const env = { FLEET_BASE_URL: upstream.baseUrl, FLEET_API_KEY: 'flt_any' };
  const home = assistantHome('cursor');
  const bridge = { command: process.execPath, args: [FLEET_ENTRY, 'mcp'], env };
  const me = {
    key: { id: 'key_1', name: 'ci', scope: 'fleet:read' },
    organisation: { id: 'org_1', name: 'Acme' },
    scope: 'fleet:read',
  };
  const refusals = [
    [5, 'forbidden', (response: ServerResponse) => sendProblem(response, 403, 'forbidden')],
    [7, 'not_the_service', (response: ServerResponse) => response.writeHead(404).end()],
  ] as const;
  for (const [code, state, refuse] of refusals) {
    upstream.gate = ({ route }, response) => {
      if (route.endsWith('/api/v1/me')) sendJson(response, 200, me);
      else refuse(response);
      return true;
    };
    const seen = await examined(home, bridge);
    expect([seen.code, seen.row?.state]).toEqual([code, state]);
    expect(seen.row?.advice).not.toBe('');
  }
});

test('a Node or a program that is gone is named with what to do', async () => {
  const home = assistantHome('cursor');
  const bridge = scriptedBridge(home.folder, 'answers');
  const node = join(home.folder, 'node-20/bin/node');
  const first = await examined(home, { ...bridge, command: node });
  expect([first.code, first.row?.state]).toEqual([1, 'node_missing']);
  expect(first.row?.advice).toContain(node);
  expect(first.row?.advice).toContain('fleet mcp install --client cursor');
  const program = join(home.folder, 'gone/@fleet-cloud/cli/bin/run.js');
  const second = await examined(home, { ...bridge, args: [program, 'mcp'] });
  expect([second.code, second.row?.state]).toEqual([1, 'entry_missing']);
  expect(second.row?.advice).toContain(program);
});

test('a bridge that ends says why', async () => {
  const home = assistantHome('cursor');
  const { code, row } = await examined(home, scriptedBridge(home.folder, 'ends'));
  expect([code, row?.state]).toEqual([1, 'ended_early']);
  expect(row?.advice).toBe('It ended with exit code 3 before it responded. no such option');
});

test('a program that the system does not start is told by its code', async () => {
  const home = assistantHome('cursor');
  const bridge = scriptedBridge(home.folder, 'answers');
  const { code, row } = await examined(home, { ...bridge, command: home.folder });
  expect([code, row?.state]).toEqual([1, 'not_started']);
  expect(row?.advice).toBe('It cannot be started: EACCES.');
});

test.each(['silent', 'forks'] as const)(
  'a bridge that says nothing is given up at the limit and ended: %s',
  async (script) => {
    const home = assistantHome('cursor');
    const clock = createFakeClock();
    const bridge = scriptedBridge(home.folder, script);
    const probing = probe(bridge, {
      platform: process.platform,
      environment: { PATH: process.env['PATH'] },
      clock,
      timeoutMs: 10_000,
      version: '0',
    });
    let hasEnded = false;
    void probing.then(() => {
      hasEnded = true;
    });
    if (script === 'forks') await vi.waitFor(() => statSync(`${bridge.args[0]}.forked`));
    clock.advance(10_000);
    await vi.waitFor(() => {
      clock.advance(1000);
      expect(hasEnded).toBe(true);
    });
    expect(await probing).toMatchObject({ kind: 'timed_out' });
  },
);

test('without an entry, and with a broken configuration', async () => {
  const home = assistantHome('cursor');
  const none = await home.mcp(['doctor', '--json']);
  expect(none.code).toBe(6);
  expect(JSON.parse(none.stdout)).toEqual({ entries: [] });
  expect(none.stderr).toBe(
    'Cursor does not have the bridge; add it with fleet mcp install --client cursor.\n',
  );
  home.write('{ "mcpServers": ');
  const broken = await home.mcp(['doctor', '--json']);
  expect(broken.code).toBe(6);
  const [row] = JSON.parse(broken.stdout).entries;
  expect(row).toMatchObject({ client: 'cursor', state: 'configuration_broken', file: home.file });
  expect(row.advice).toContain('syntax error at line 1');
  expect(row.advice).not.toContain('written');
  expect((await home.mcp(['install'])).stderr).toContain('Nothing was written.');
});

test.each([
  '"fleet": { "command": "node", "args": ["/x/node_modules/@fleet-cloud/cli/bin/run.js", "mcp"] }',
  '"x": { "command": "node", "args": ["/clone/bin/run.js", "mcp"] }',
  '"x": { "command": "C:\\\\fleet.cmd", "args": ["mcp"] }',
])('a broken configuration that seems to have the bridge counts: %s', async (entry) => {
  const home = assistantHome('cursor');
  home.write(`{ "mcpServers": { ${entry} }`);
  expect((await home.mcp(['doctor'])).code).toBe(1);
  home.write(Buffer.from(`{ "mcpServers": { ${entry} } }`, 'utf16le'));
  expect((await home.mcp(['doctor'])).code).toBe(1);
});

test('the broken configuration of another assistant is told and does not count', async () => {
  const server = await startTestServer();
  const home = assistantHome('cursor');
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.read };
  const fleet = { ...scriptedBridge(home.folder, 'answers'), env };
  home.write(JSON.stringify({ mcpServers: { fleet } }));
  const other = join(home.folder, CONFIGURATIONS['claude-code'].file);
  writeFileSync(other, '{ "projects": { "/src/fleet": {} }, "mcpServers": ');
  const { code, stdout } = await runFleet(['mcp', 'doctor', '--json'], {
    env: { HOME: home.folder, XDG_CONFIG_HOME: undefined, CODEX_HOME: undefined },
  });
  const states = JSON.parse(stdout).entries.map(({ state }: Row) => state);
  expect(states.sort()).toEqual(['configuration_broken', 'ready']);
  expect(code).toBe(0);
});

test('after a logout of the chosen profile the advice is to choose one of those that are left', async () => {
  const server = await startTestServer();
  const home = assistantHome('cursor');
  // The entry has the folders of the assistant, which has none of these variables.
  const env = { HOME: home.folder, FLEET_CONFIG_DIR: undefined, FLEET_CACHE_DIR: undefined };
  const auth = (words: readonly string[], stdin = '') =>
    runFleet(['auth', ...words], { env: { ...env, FLEET_STATE_DIR: undefined }, stdin });
  for (const profile of ['home', 'work']) {
    const login = ['login', '--store', 'file', '--key-stdin', '--base-url', server.baseUrl];
    expect((await auth([...login, '--profile', profile], server.keys.read)).code).toBe(0);
  }
  await auth(['switch', 'work']);
  expect((await auth(['logout'])).code).toBe(0);
  const { code, row } = await examined(home, scriptedBridge(home.folder, 'answers'));
  expect([code, row?.state]).toEqual([4, 'no_key']);
  expect(row?.advice).toContain(
    'There is the profile home: choose it with fleet auth switch home.',
  );
  expect(row?.advice).not.toContain('Log in');
});
