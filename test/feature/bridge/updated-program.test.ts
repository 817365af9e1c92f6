import { cpSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { FLEET_ENTRY } from '../../support/run-fleet.ts';
import {
  ACTING_TOOL,
  READ_TOOL,
  startScriptedMcpServer,
} from '../../support/scripted-mcp-server.ts';
import { initialize, newHome, startBridge } from '../../support/start-bridge.ts';

test('a bridge whose program was updated while it ran says that the assistant has to be restarted', async () => {
  const home = newHome();
  for (const part of ['bin', 'dist', 'package.json', 'oclif.manifest.json'])
    cpSync(join(dirname(dirname(FLEET_ENTRY)), part), join(home, part), { recursive: true });
  const upstream = await startScriptedMcpServer();
  upstream.tools = [READ_TOOL, ACTING_TOOL];
  const env = { FLEET_BASE_URL: upstream.baseUrl, FLEET_API_KEY: 'key-1' };
  const bridge = startBridge({ env, home, entry: join(home, 'bin/run.js') });
  await initialize(bridge);
  const first = await bridge.ask('tools/call', { name: 'get_thing', arguments: {} });
  expect(first.result.isError).not.toBe(true);
  rmSync(join(home, 'dist/chunks'), { recursive: true });
  upstream.answer = (_arrived, response) => void response.writeHead(422).end('{}');
  const results = [];
  for (const name of ['get_thing', 'do_thing'])
    results.push((await bridge.ask('tools/call', { name, arguments: {} })).result);
  const [read, acting] = results.map(({ structuredContent }) => structuredContent);
  expect(read.title).toContain('the assistant has to be restarted');
  expect(acting).toMatchObject({ code: 'internal', title: read.title, may_have_run: true });
});
