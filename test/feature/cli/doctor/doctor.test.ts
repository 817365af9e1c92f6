import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { answers, serve } from '../../../support/misbehaving-server.ts';
import { serveTls } from '../../../support/network/serve-tls.ts';
import { EXPIRED_CERTIFICATE } from '../../../support/network/test-certificate.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';
import { HAS_SECRET_SERVICE } from '../../../support/secret/secret-session.ts';
import { startSecretService } from '../../../support/secret-service.ts';
import { startTestServer } from '../../../support/test-server.ts';

interface Check {
  readonly check: string;
  readonly state: string;
  readonly detail: string;
  readonly fix: string | null;
}

/** A home without a keychain, and the doctor in it. */
function openHome() {
  const home = mkdtempSync(join(tmpdir(), 'fleet-doctor-'));
  const folders = {
    HOME: home,
    FLEET_CONFIG_DIR: join(home, 'config'),
    FLEET_CACHE_DIR: join(home, 'cache'),
    FLEET_STATE_DIR: join(home, 'state'),
  };
  const fleet = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runFleet(args, { env: { ...folders, ...env } });
  const examine = async (env: Readonly<Record<string, string>> = {}, ...more: string[]) => {
    const { code, stderr, stdout } = await fleet(['doctor', '--json', ...more], env);
    const checks: readonly Check[] = JSON.parse(stdout).checks;
    const of = (name: string) => checks.find(({ check }) => check === name);
    return { code, stderr, stdout, checks, of };
  };
  return { home, fleet, examine };
}

/** Passes every request on under another host, as nginx does without `proxy_set_header Host`. */
async function startRenamingFront(baseUrl: string): Promise<string> {
  const front = createServer((received, response) => {
    const { method, url } = received;
    const headers = { ...received.headers, host: 'backend.internal' };
    const sent = request(`${baseUrl}${url}`, { method, headers }, (passed) => {
      response.writeHead(passed.statusCode ?? 0, passed.headers);
      passed.pipe(response);
    });
    received.pipe(sent);
  });
  await once(front.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void front.close());
  return `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
}

test('where everything works the doctor says so, writes nothing and shows no key', async () => {
  proves('UI-doctor', 'UI-keys-hidden');
  const server = await startTestServer();
  const { home, examine } = openHome();
  const key = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.read };
  const { code, checks, of, stderr, stdout } = await examine(key);
  expect([code, stderr]).toEqual([0, '']);
  expect(checks.map(({ check }) => check)).toEqual([
    'node',
    'config_folder',
    'cache_folder',
    'state_folder',
    'keychain',
    'base_url',
    'proxy',
    'key',
    'service',
    'clock',
    'mcp',
    'catalogue',
  ]);
  expect(checks.filter(({ state }) => state !== 'ok').map(({ check }) => check)).toEqual([
    'keychain',
  ]);
  expect(of('keychain')).toMatchObject({
    state: 'warning',
    fix: expect.stringContaining('--store file'),
  });
  expect(of('key')?.detail).toBe('from FLEET_API_KEY');
  expect(of('service')?.detail).toContain('GET /api/v1/me answered');
  expect(stdout).not.toContain(server.keys.read.split('_').at(-1));
  const front = await startRenamingFront(server.baseUrl);
  const behind = await examine({ ...key, FLEET_BASE_URL: front });
  expect([behind.code, behind.of('service')?.state, behind.of('mcp')?.state]).toEqual([
    0,
    'ok',
    'warning',
  ]);
  expect(behind.of('mcp')?.detail).toContain('"backend.internal"');
  // The compile cache of the program itself, and nothing of the doctor's.
  expect(readdirSync(home)).toEqual(['cache']);
}, 60_000);

test('a keychain that answers and a key stored in it are told as such', async ({ skip }) => {
  skip(!HAS_SECRET_SERVICE, 'no gnome-keyring and dbus are installed');
  const bus = await startSecretService();
  const server = await startTestServer();
  const { fleet, home, examine } = openHome();
  writeFileSync(join(home, 'key'), server.keys.read);
  const base = ['--base-url', server.baseUrl];
  await fleet(['auth', 'login', ...base, '--key-file', join(home, 'key')], bus);
  const { code, of } = await examine(bus);
  expect([code, of('keychain')?.state, of('key')?.detail]).toEqual([
    0,
    'ok',
    'from the profile, in the keychain',
  ]);
  const gone = await examine();
  expect([gone.code, gone.of('keychain')?.state, gone.of('key')?.state]).toEqual([
    1,
    'warning',
    'failed',
  ]);
}, 60_000);

test('without a base URL or a key the doctor says how to give one', async () => {
  const server = await startTestServer();
  const { examine } = openHome();
  const nowhere = await examine();
  expect(nowhere.code).toBe(1);
  expect(nowhere.of('base_url')).toMatchObject({
    state: 'failed',
    fix: expect.stringContaining('FLEET_BASE_URL'),
  });
  expect(nowhere.of('service')).toBeUndefined();
  const nobody = await examine({}, '--base-url', server.baseUrl);
  expect(nobody.code).toBe(1);
  expect(nobody.of('key')).toMatchObject({
    state: 'failed',
    fix: expect.stringContaining('fleet auth login'),
  });
  expect(nobody.of('service')?.detail).toContain('GET /api/v1/pricing answered');
}, 60_000);

test('a home that is empty or relative puts no folder where the program was started', async () => {
  for (const home of ['', 'somewhere']) {
    const cwd = mkdtempSync(join(tmpdir(), 'fleet-doctor-'));
    const unset = { FLEET_CONFIG_DIR: undefined, FLEET_STATE_DIR: undefined };
    const env = { ...unset, FLEET_CACHE_DIR: cwd, HOME: home };
    const { checks } = JSON.parse((await runFleet(['doctor', '--json'], { env, cwd })).stdout);
    for (const name of ['config_folder', 'state_folder']) {
      const found = checks.find(({ check }: Check) => check === name);
      expect(found.detail).toMatch(/^\/.*\/fleet/);
    }
  }
}, 60_000);

test('a folder of which others could change something is named with what mends it', async () => {
  const server = await startTestServer();
  const { examine, home } = openHome();
  const key = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.read };
  for (const name of ['config', 'cache', 'state']) {
    mkdirSync(join(home, name));
    chmodSync(join(home, name), 0o755);
  }
  const shared = await examine(key);
  expect(['config', 'cache', 'state'].map((name) => shared.of(`${name}_folder`)?.state)).toEqual([
    'failed',
    'ok',
    'ok',
  ]);
  expect(shared.of('config_folder')?.fix).toBe(`Run: chmod 700 ${join(home, 'config')}`);
  chmodSync(join(home, 'config'), 0o700);
  expect((await examine(key)).code).toBe(0);
  chmodSync(join(home, 'state'), 0o777);
  const open = await examine(key);
  expect([open.code, open.of('state_folder')?.detail]).toEqual([
    1,
    `Other users can change what is in ${join(home, 'state')}.`,
  ]);
  const file = join(home, "it's a file");
  writeFileSync(file, '');
  const odd = await examine({ ...key, FLEET_STATE_DIR: file });
  expect(odd.of('state_folder')).toMatchObject({ state: 'failed', fix: 'Move it away.' });
}, 60_000);

test('a clock that is wrong, a refused key, a silent place and an odd proxy are each told', async () => {
  proves('NET-path');
  // Of the moment of each response, however long the test waits for its turn.
  const date = () => new Date(Date.now() + 3_600_000).toUTCString();
  const service = await startScriptedService({
    tools: [],
    answer: ({ headers }) =>
      headers.authorization === 'Bearer fleet_right'
        ? { body: { key_name: 'ci' }, headers: { date: date() } }
        : { status: 401, body: { code: 'invalid_key', title: 'No', status: 401 } },
  });
  const { examine } = openHome();
  const right = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'fleet_right' };
  const late = await examine(right);
  expect(late.code).toBe(0);
  expect(late.of('mcp')).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining('not to this request'),
  });
  expect(late.of('clock')).toMatchObject({
    state: 'warning',
    detail: expect.stringMatching(/3(599|600|601) s behind/),
  });
  const refused = await examine({ ...right, FLEET_API_KEY: 'fleet_wrong' });
  expect([refused.code, refused.of('service')?.state]).toEqual([1, 'failed']);
  await service.stop();
  const silent = await examine(right);
  expect(silent.of('service')).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('ECONNREFUSED'),
  });
  const odd = await examine({
    ...right,
    FLEET_BASE_URL: 'https://fleet.invalid',
    HTTPS_PROXY: 'gopher://me:hunter2@proxy',
  });
  expect([odd.code, odd.of('proxy')?.state]).toEqual([1, 'failed']);
  const gone = await examine({
    ...right,
    FLEET_BASE_URL: 'https://fleet.invalid',
    HTTPS_PROXY: 'http://me:hunter2@127.0.0.1:1',
  });
  for (const name of ['proxy', 'service']) {
    expect(gone.of(name)).toMatchObject({
      state: 'failed',
      detail: 'the proxy 127.0.0.1:1: nothing listens there (ECONNREFUSED).',
      fix: expect.stringContaining('HTTPS_PROXY'),
    });
  }
  const other = await serve(answers(200, '{}'));
  const foreign = await examine({ ...right, FLEET_BASE_URL: other.url });
  expect([foreign.code, foreign.of('catalogue')]).toMatchObject([
    1,
    { state: 'failed', detail: expect.stringContaining('answered JSON without a list "tools"') },
  ]);
  const old = await serveTls(EXPIRED_CERTIFICATE);
  const { of } = await examine({ ...right, FLEET_BASE_URL: old });
  expect(of('service')).toMatchObject({
    state: 'failed',
    detail: `${old}: its certificate expired on 2024-03-01 (CERT_HAS_EXPIRED).`,
    fix: expect.stringContaining('renew it'),
  });
  expect(`${odd.stdout}${gone.stdout}`).not.toContain('hunter2');
}, 60_000);
