import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import {
  ACTING_TOOL,
  READ_TOOL,
  sendJson,
  sendProblem,
  startScriptedMcpServer,
} from '../../support/scripted-mcp-server.ts';
import { saveProfile } from '../../support/silent-keychain.ts';
import { initialize, newHome, startBridge } from '../../support/start-bridge.ts';

test('of many calls that meet a rotated key, one changes it for all', async () => {
  const home = newHome();
  const upstream = await startScriptedMcpServer();
  const file = join(home, 'key');
  writeFileSync(file, 'key-1\n');
  let valid = 'key-1';
  upstream.gate = ({ headers }, response) => {
    const isRefused = headers.authorization !== `Bearer ${valid}`;
    if (isRefused) sendProblem(response, 401, 'invalid_key');
    return isRefused;
  };
  const env = { FLEET_BASE_URL: upstream.baseUrl, FLEET_API_KEY_FILE: file };
  const bridge = startBridge({ args: ['--verbose'], env, home });
  await initialize(bridge);
  await bridge.ask('tools/list');
  valid = 'key-2';
  writeFileSync(file, 'key-2\n');
  const call = () => bridge.ask('tools/call', { name: 'do_thing', arguments: {} });
  const answers = await Promise.all(Array.from({ length: 12 }, call));
  expect(answers.filter(({ result }) => result.isError === true)).toEqual([]);
  expect(bridge.stderr().split('another key is used')).toHaveLength(2);
});

test('a key that was rotated is picked up with the next call', async () => {
  const home = newHome();
  const upstream = await startScriptedMcpServer();
  const file = join(home, 'key');
  writeFileSync(file, 'key-old\n');
  upstream.answer = ({ headers, message }, response) => {
    if (headers.authorization !== 'Bearer key-new')
      return sendProblem(response, 401, 'invalid_key');
    const result = { content: [], structuredContent: { ok: true } };
    response.writeHead(200, { 'content-type': 'application/json' });
    return void response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
  };
  const bridge = startBridge({
    env: { FLEET_BASE_URL: upstream.baseUrl, FLEET_API_KEY_FILE: file },
    home,
  });
  await initialize(bridge);
  const call = { name: 'do_thing', arguments: {} };
  const refused = (await bridge.ask('tools/call', call)).result;
  expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'invalid_key' } });
  expect(refused.content[2].text).toContain('fleet auth login');
  writeFileSync(file, 'key-new\n');
  expect((await bridge.ask('tools/call', call)).result.structuredContent).toMatchObject({
    ok: true,
  });
});

test('a login under the same profile is picked up by the call that met the old key, and its tools are told', async () => {
  const home = newHome();
  const folder = join(home, 'config');
  const upstream = await startScriptedMcpServer();
  saveProfile(folder, { baseUrl: upstream.baseUrl, storage: 'file' });
  mkdirSync(join(folder, 'keys'), { mode: 0o700 });
  const keep = (key: string) => writeFileSync(join(folder, 'keys/default'), `${key}\n`);
  let valid = 'key-1';
  upstream.gate = ({ headers }, response) => {
    const isRefused = headers.authorization !== `Bearer ${valid}`;
    const error = { code: -32001, message: 'Unauthorized' };
    if (isRefused && valid === 'key-2')
      sendJson(response, 401, { jsonrpc: '2.0', id: null, error });
    else if (isRefused) sendProblem(response, 401, 'invalid_key');
    return isRefused;
  };
  keep('key-1');
  const bridge = startBridge({ env: {}, home });
  await initialize(bridge);
  expect((await bridge.ask('tools/list')).result.tools).toHaveLength(3);
  upstream.tools = [READ_TOOL, ACTING_TOOL];
  for (const key of ['key-1', 'key-2', 'key-3']) {
    valid = key;
    keep(key);
    const { result } = await bridge.ask('tools/call', { name: 'do_thing', arguments: {} });
    expect(result.structuredContent).toMatchObject({ fine: true });
  }
  await bridge.frame(({ method }) => method === 'notifications/tools/list_changed');
});

/** Lets no file with the built-in catalogue be loaded, as after the package was replaced by another version. */
const WITHOUT_SNAPSHOT = `const { Module } = require('node:module');
const load = Module._load;
Module._load = function (id, ...rest) {
  if (id.includes('snapshot')) throw new Error('Cannot find module ' + id);
  return load.call(this, id, ...rest);
};
`;

test('a rotated key ends no bridge that finds no tools at all, its own ones replaced with the package', async () => {
  const home = newHome();
  const preloaded = join(home, 'preloaded.cjs');
  writeFileSync(preloaded, WITHOUT_SNAPSHOT);
  const upstream = await startScriptedMcpServer();
  const file = join(home, 'key');
  writeFileSync(file, 'key-1\n');
  upstream.gate = ({ headers, message }, response) => {
    const isOld = headers.authorization === 'Bearer key-1';
    if (isOld) writeFileSync(file, 'key-2\n');
    const isRefused = isOld || message.method === 'tools/list';
    if (isRefused) sendProblem(response, isOld ? 401 : 403, isOld ? 'invalid_key' : 'forbidden');
    return isRefused;
  };
  const env = {
    FLEET_BASE_URL: upstream.baseUrl,
    FLEET_API_KEY_FILE: file,
    NODE_OPTIONS: `--require=${preloaded}`,
  };
  const bridge = startBridge({ args: ['--verbose'], env, home });
  await initialize(bridge);
  expect((await bridge.ask('tools/list')).error).toMatchObject({ code: -32603 });
  const call = { name: 'do_thing', arguments: {} };
  const { structuredContent } = (await bridge.ask('tools/call', call)).result;
  expect(structuredContent).toMatchObject({ fine: true });
  expect(bridge.stderr()).toContain('"event":"no tools"');
});

test('nothing goes to another service that the profile has come to name, confirmed or not', async () => {
  proves('BRIDGE-other-service');
  const home = newHome();
  const folder = join(home, 'config');
  const [first, second] = [await startScriptedMcpServer(), await startScriptedMcpServer()];
  mkdirSync(join(folder, 'keys'), { recursive: true, mode: 0o700 });
  const logIn = (baseUrl: string) => {
    saveProfile(folder, { baseUrl, storage: 'file' });
    writeFileSync(join(folder, 'keys/default'), `key-of-${baseUrl}\n`);
  };
  logIn(first.baseUrl);
  const bridge = startBridge({ env: {}, home });
  await initialize(bridge, { elicitation: {} });
  await bridge.ask('tools/list');
  first.gate = (_seen, response) => {
    sendProblem(response, 401, 'invalid_key');
    return true;
  };
  const ended = bridge.ask('tools/call', { name: 'end_thing', arguments: {} });
  const { id } = await bridge.frame(({ method }) => method === 'elicitation/create');
  logIn(second.baseUrl);
  const result = { action: 'accept', content: { confirm: true } };
  bridge.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
  const refused = (await ended).result;
  expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'other_service' } });
  expect(refused.structuredContent).not.toHaveProperty('may_have_run', true);
  expect(refused.content[0].text).toContain(first.baseUrl);
  expect(refused.content[0].text).toContain(second.baseUrl);
  // A look that went there would look as if it were of the service that the call after it is meant for.
  for (const name of ['get_thing', 'unheard_of', 'do_thing']) {
    const other = (await bridge.ask('tools/call', { name, arguments: {} })).result;
    expect([name, other]).toMatchObject([name, { isError: true }]);
  }
  expect(second.arrived).toEqual([]);
});

test('a revoked key is not replaced by that of another profile, which the person has chosen since', async () => {
  proves('BRIDGE-other-service');
  const home = newHome();
  const folder = join(home, 'config');
  const upstream = await startScriptedMcpServer();
  saveProfile(folder, { baseUrl: upstream.baseUrl, storage: 'file' });
  mkdirSync(join(folder, 'keys'), { mode: 0o700 });
  writeFileSync(join(folder, 'keys/default'), 'key-of-assistant\n');
  const bridge = startBridge({ env: {}, home });
  await initialize(bridge);
  await bridge.ask('tools/list');
  const file = join(folder, 'profiles.json');
  const { profiles, version } = JSON.parse(readFileSync(file, 'utf8'));
  const own = { ...profiles, own: profiles.default };
  writeFileSync(file, JSON.stringify({ version, chosen: 'own', profiles: own }), { mode: 0o600 });
  writeFileSync(join(folder, 'keys/own'), 'key-of-person\n');
  const before = upstream.arrived.length;
  upstream.gate = ({ headers }, response) => {
    const isRefused = headers.authorization === 'Bearer key-of-assistant';
    if (isRefused) sendProblem(response, 401, 'invalid_key');
    return isRefused;
  };
  const { content, isError } = (await bridge.ask('tools/call', { name: 'do_thing', arguments: {} }))
    .result;
  expect(isError).toBe(true);
  expect(content[0].text).toContain('profile own');
  const used = upstream.arrived.slice(before).map(({ headers }) => headers.authorization);
  expect(new Set(used)).toEqual(new Set(['Bearer key-of-assistant']));
});
