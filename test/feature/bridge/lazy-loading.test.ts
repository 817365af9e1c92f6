import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startScriptedMcpServer } from '../../support/scripted-mcp-server.ts';
import { initialize, newHome, startBridge } from '../../support/start-bridge.ts';

/** Tells on stderr each module that is loaded, by its file where it is one of ours. */
const RECORDER = `const { Module } = require('node:module');
const load = Module._load;
Module._load = function (id, parent, ...rest) {
  const name = id.startsWith('.') ? Module._resolveFilename(id, parent) : id;
  process.stderr.write(name + '\\n');
  return load.call(this, id, parent, ...rest);
};
`;

/** The parts of a program that are slow to load, which a module is or holds. */
function slowParts(loaded: string): readonly string[] {
  const modules = loaded.split('\n').filter((name) => name !== '');
  const texts = modules.map((name) => (name.startsWith('/') ? readFileSync(name, 'utf8') : name));
  const isIn = (part: string) => texts.some((text) => text.includes(part));
  return ['@oclif/core', 'undici', 'node:http'].filter(isIn);
}

test('what asks the service is loaded after initialize was answered, and the command line never', async () => {
  const home = newHome();
  const recorder = join(home, 'recorder.cjs');
  writeFileSync(recorder, RECORDER);
  const upstream = await startScriptedMcpServer();
  const env = {
    FLEET_BASE_URL: upstream.baseUrl,
    FLEET_API_KEY: 'key-1',
    NODE_OPTIONS: `--require=${recorder}`,
  };
  const bridge = startBridge({ env, home });
  await initialize(bridge);
  await bridge.ask('server/discover');
  const first = bridge.stderr();
  expect(first).toContain('bridge.cjs');
  expect(slowParts(first)).toEqual([]);
  expect(first).not.toMatch(/^node:(crypto|fs\/promises)$/m);
  await bridge.ask('tools/list');
  await bridge.ask('tools/call', { name: 'do_thing', arguments: {} });
  expect(slowParts(bridge.stderr())).toEqual(['undici', 'node:http']);
});
