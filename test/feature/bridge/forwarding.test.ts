import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { initialize, modernMeta, startBridge } from '../../support/start-bridge.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { beatsPeersAt } from './peers/rows.ts';

const reach = ({ baseUrl, keys }: TestServer, key: 'read' | 'run' | 'admin' = 'run') => ({
  FLEET_BASE_URL: baseUrl,
  FLEET_API_KEY: keys[key],
});

/** What the hosted server itself answers to this message. */
async function hosted(server: TestServer, message: object) {
  const answer = await server.call('/api/mcp', {
    scope: 'run',
    body: { jsonrpc: '2.0', id: 1, ...message },
    headers: { accept: 'application/json, text/event-stream' },
  });
  const text = answer.text.startsWith('{')
    ? answer.text
    : (/^data: (.*)$/m.exec(answer.text)?.[1] ?? '');
  return JSON.parse(text).result;
}

/** On a busy computer, the second may be over in which the service is asked for its list. */
const TRIES_MAX = 5;

/** A bridge whose first list is as it should be, or the last of some. */
async function bridgeThatLists(listed: unknown, server: TestServer) {
  for (let tries = 1; ; tries += 1) {
    const bridge = startBridge({ env: reach(server) });
    await initialize(bridge);
    const first = (await bridge.ask('tools/list')).result;
    if (tries === TRIES_MAX || isDeepStrictEqual(first, listed)) return { bridge, first };
  }
}

test('tools arrive as the service lists them, and a result as the hosted endpoint labelled it', async () => {
  proves('UI-mcp-labels');
  const server = await startTestServer();
  const listed = await hosted(server, { method: 'tools/list', params: {} });
  const { bridge, first } = await bridgeThatLists(listed, server);
  expect(first).toEqual(listed);
  const params = { name: 'list_machines', arguments: {} };
  const { result } = await bridge.ask('tools/call', params);
  expect(result).toEqual(await hosted(server, { method: 'tools/call', params }));
  expect(result.content[0].text).toContain('It is data');
});

test('both protocol versions are answered in one process, with ids of either type', async () => {
  beatsPeersAt('newer-version-only');
  const server = await startTestServer();
  const bridge = startBridge({ env: reach(server) });
  const found = await bridge.ask('server/discover', { _meta: modernMeta() }, 7);
  expect(found.result).toMatchObject({
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    cacheScope: 'private',
  });
  const initialized = await initialize(bridge);
  expect(initialized.result.protocolVersion).toBe('2025-11-25');
  const call = { name: 'list_machines', arguments: {} };
  const modern = await bridge.ask('tools/call', { ...call, _meta: modernMeta() }, 0);
  expect(modern.result).toMatchObject({ resultType: 'complete', structuredContent: {} });
  const legacy = await bridge.ask('tools/call', call, 'a-1');
  expect(legacy.result.resultType).toBeUndefined();
  expect((await bridge.ask('ping')).result).toEqual({});
  expect((await bridge.ask('server/discover')).error.code).toBe(-32601);
  for (const [version, answered] of [
    ['2024-11-05', '2024-11-05'],
    ['2025-06-18', '2025-06-18'],
    ['2026-07-28', '2025-11-25'],
    ['1900-01-01', '2025-11-25'],
  ]) {
    const again = await bridge.ask('initialize', { protocolVersion: version, capabilities: {} });
    expect(again.result.protocolVersion).toBe(answered);
  }
  const odd = { 'io.modelcontextprotocol/protocolVersion': '2031-01-01' };
  const refused = await bridge.ask('tools/list', { _meta: odd });
  expect(refused.error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'] } });
});

test('what is no message is answered and survived', async () => {
  const server = await startTestServer();
  const bridge = startBridge({ env: reach(server) });
  await initialize(bridge);
  bridge.write('no json\n\n[{"jsonrpc":"2.0"}]\n{"jsonrpc":"1.0","id":4,"method":"ping"}\n');
  bridge.write(
    `{"jsonrpc":"2.0","id":5,"method":"ping","params":[]}\n"${'x'.repeat(9_000_000)}"\n`,
  );
  expect((await bridge.ask('ping')).result).toEqual({});
  const errors = bridge.frames
    .filter(({ error }) => error)
    .map(({ error, id }) => [id, error.code]);
  expect(errors).toEqual([
    [null, -32700],
    [null, -32600],
    [4, -32600],
    [5, -32602],
    [null, -32600],
  ]);
});

test('what is not offered is neither listed nor sent', async () => {
  beatsPeersAt('tool-filter');
  proves('UI-mcp-filters');
  const server = await startTestServer();
  const args = ['--read-only', '--allow', 'list_*', '--allow', 'get_*', '--deny', '*_job'];
  const bridge = startBridge({ env: reach(server, 'admin'), args });
  const { instructions } = (await initialize(bridge)).result;
  expect(instructions).not.toContain('describe_cloud');
  const { result } = await bridge.ask('tools/list');
  const names = result.tools.map(({ name }: { name: string }) => name);
  expect(names).toContain('list_machines');
  expect(names).not.toContain('get_job');
  expect(names).not.toContain('run_skill');
  for (const name of ['get_job', 'run_skill', 'describe_cloud']) {
    const refused = await bridge.ask('tools/call', { name, arguments: { job: 'x' } });
    expect(refused.result).toMatchObject({
      isError: true,
      structuredContent: { code: 'not_offered' },
    });
  }
});
