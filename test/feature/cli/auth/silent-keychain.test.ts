import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { keepCatalogue } from '../../../../src/client/catalogue/keep.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet, startFleet } from '../../../support/run-fleet.ts';
import { saveKeychainProfile, startSilentBus } from '../../../support/silent-keychain.ts';
import { initialize, newHome, startBridge } from '../../../support/start-bridge.ts';

beforeEach(({ skip }) => skip(process.platform !== 'linux', 'the keychain is on a bus on Linux'));

const CALL = { name: 'list_machines', arguments: {} };

/** Somebody whose key is in a keychain that never answers. */
async function openSilentKeychain() {
  const bus = await startSilentBus();
  const home = newHome();
  const env = { ...bus.env, HOME: home, FLEET_CONFIG_DIR: join(home, 'config') };
  saveKeychainProfile(env.FLEET_CONFIG_DIR, 'http://127.0.0.1:1');
  return { bus, home, env };
}

/** Waits for the process that asks the keychain. */
const isAsked = ({ waiting }: { waiting(): number }) => expect.poll(waiting).toBe(1);
const isLeft = ({ waiting }: { waiting(): number }, timeout: number) =>
  expect.poll(waiting, { timeout }).toBe(0);

test('a keychain that is silent holds up its own call alone, and that for three seconds', async () => {
  const { bus, env, home } = await openSilentKeychain();
  const bridge = startBridge({ env, home });
  await initialize(bridge);
  const called = bridge.ask('tools/call', CALL);
  await isAsked(bus);
  expect((await bridge.ask('ping')).result).toEqual({});
  expect(bridge.frames.some(({ result }) => result?.isError)).toBe(false);
  const { result } = await called;
  expect(result).toMatchObject({ isError: true, structuredContent: { code: 'no_keychain' } });
  expect(result.content[0].text).toContain('did not answer within 3 seconds');
  await isLeft(bus, 1000);
});

test.each(['end of stdin', 'SIGTERM'] as const)(
  'the bridge ends on %s while the keychain is silent, and leaves no process',
  async (how) => {
    const { bus, env, home } = await openSilentKeychain();
    const bridge = startBridge({ env, home });
    await initialize(bridge);
    void bridge.ask('tools/call', CALL);
    await isAsked(bus);
    if (how === 'SIGTERM') bridge.process.kill('SIGTERM');
    else bridge.process.stdin.end();
    expect(await bridge.ended()).toBeLessThan(2000);
    expect(bridge.process.exitCode).toBe(0);
    await isLeft(bus, 1000);
  },
);

test('a command ends with what to do instead', async () => {
  proves('UI-auth-file-store');
  const { bus, env } = await openSilentKeychain();
  const { code, stderr, stdout } = await runFleet(['cloud', 'list-machines', '--json'], { env });
  expect([code, stdout]).toEqual([4, '']);
  const { error } = JSON.parse(stderr);
  expect(error).toMatchObject({
    code: 'no_keychain',
    detail: expect.stringContaining('did not answer within 3 seconds'),
    advice: expect.stringContaining('FLEET_API_KEY_FILE'),
  });
  await isLeft(bus, 1000);
});

test('the process that asks ends by itself where the command was killed', async () => {
  const { bus, env } = await openSilentKeychain();
  const child = startFleet(['auth', 'token', '--show'], { env });
  await isAsked(bus);
  child.kill('SIGKILL');
  await isLeft(bus, 8000);
}, 15_000);

test('it ends by itself as well where the system does not end it with the command', async () => {
  const { bus, env } = await openSilentKeychain();
  const entry = fileURLToPath(new URL('../../../../dist/keychain.cjs', import.meta.url));
  const child = spawn(process.execPath, [entry], { env, stdio: ['pipe', 'ignore', 'ignore'] });
  const closed = once(child, 'close');
  child.stdin.end(
    JSON.stringify({ action: 'read', account: 'a', endsAfterMs: 1500, isGuarded: false }),
  );
  await isAsked(bus);
  expect(await closed).toEqual([null, 'SIGKILL']);
});

test('words that are wrong are refused while the keychain is silent', async () => {
  const { bus, env } = await openSilentKeychain();
  const catalogue = { tools: [{ name: 'list_pots', input_schema: { properties: {} } }] };
  const cache = {
    folder: join(env.HOME, 'cache'),
    baseUrl: 'http://127.0.0.1:1',
    keyFingerprint: 'f',
  };
  await keepCatalogue(cache, catalogue, { fetchedAtMs: Date.now(), etag: undefined });
  const child = startFleet(['cloud', 'list-pots', '--follow-timeout', 'soon'], {
    env: { ...env, FLEET_CACHE_DIR: cache.folder },
  });
  expect(await once(child, 'close')).toEqual([2, null]);
  await isLeft(bus, 1000);
});

test('the process that asks is told on its stdin, and inherits no setting of ours', async () => {
  const { bus, env } = await openSilentKeychain();
  proves('UI-keys-hidden');
  const own = { ...env, FLEET_ALLOW_HTTP: '1', FOREIGN_TOKEN: 'S3cret' };
  const child = startFleet(['auth', 'token', '--show'], { env: own });
  await isAsked(bus);
  const [asking] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
  const about = (file: string) => readFileSync(`/proc/${asking}/${file}`, 'utf8').split('\0');
  const names = about('environ').map((line) => line.split('=')[0]);
  expect(names).toContain('DBUS_SESSION_BUS_ADDRESS');
  expect(names.filter((name) => /^(FLEET_|NODE_|FOREIGN_)/.test(String(name)))).toEqual([]);
  expect(about('cmdline')).toEqual([process.execPath, expect.stringContaining('keychain'), '']);
  child.kill('SIGTERM');
});
