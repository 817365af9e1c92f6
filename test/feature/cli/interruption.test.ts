import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants, mkdtempSync, openSync, readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import {
  answers,
  type Behaviour,
  serve,
  stalls,
  stallsInBody,
} from '../../support/misbehaving-server.ts';
import { proves } from '../../support/proves.ts';
import { FLEET_ENTRY, fleetEnvironment, outputOf, startFleet } from '../../support/run-fleet.ts';
import {
  type SilentBus,
  saveKeychainProfile,
  startSilentBus,
} from '../../support/silent-keychain.ts';

const KEY = 'fleet_k1_S3cretS3cretS3cret';
const ACT = ['cloud', 'run-skill', 'build-01', 'deploy-check'];
const PIPE_WRITER = constants.O_WRONLY | constants.O_NONBLOCK;

/**
 * Starts `fleet` and presses Ctrl-C once `seen` has come. Nothing else would ever end it, so that the
 * end of the test is the proof. Gives what a shell has as exit code.
 */
async function interrupted(
  args: readonly string[],
  {
    env,
    seen,
    stdin = '',
  }: {
    readonly env: Readonly<Record<string, string>>;
    readonly seen: Promise<unknown>;
    readonly stdin?: string;
  },
) {
  const child = startFleet(args, { env: { FLEET_API_KEY: KEY, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = outputOf(child);
  // What reads nothing may have closed it by then.
  child.stdin.on('error', () => {}).end(stdin);
  const closed = once(child, 'close');
  await seen;
  child.kill('SIGINT');
  const [code, signal] = await closed;
  return { code: signal === 'SIGINT' ? 130 : code, ...output };
}

test.each<[string, readonly string[], (pipe: string) => string]>([
  ['a value', [...ACT, '--payload'], (pipe) => `@${pipe}`],
  ['a key', ACT, () => ''],
])('Ctrl-C ends the wait for a pipe with %s', async (what, words, value) => {
  proves('UI-interrupt');
  const pipe = join(mkdtempSync(join(tmpdir(), 'fleet-pipe-')), 'pipe');
  spawnSync('mkfifo', [pipe]);
  const key = what === 'a key' ? { FLEET_API_KEY: '', FLEET_API_KEY_FILE: pipe } : {};
  const env = { FLEET_BASE_URL: 'http://127.0.0.1:1', ...key };
  // Opened for writing without a wait, a pipe is refused until somebody reads it.
  const seen = expect.poll(() => openSync(pipe, PIPE_WRITER), { timeout: 30_000 }).toBeTruthy();
  const args = [...words, value(pipe)].filter((word) => word !== '');
  expect((await interrupted(args, { env, seen: Promise.resolve(seen) })).code).toBe(130);
});

const unknown = answers(404, '<p>', { 'content-type': 'text/html' });

/** A service without a catalogue; the n-th of its other requests meets the n-th behaviour. */
async function serviceThat(...behaviours: readonly Behaviour[]) {
  const met = Promise.withResolvers<void>();
  const [last = stalls, ...before] = behaviours.toReversed();
  const meets: Behaviour = (response, seen) => {
    response.on('finish', () => met.resolve());
    last(response, seen);
    // What never ends has been met now.
    if (!response.writableEnded) met.resolve();
  };
  const server = await serve(unknown, ...before.toReversed(), meets);
  const tools = () => server.seen.filter(({ url }) => url.includes('/api/v1/tools/'));
  return { env: { FLEET_BASE_URL: server.url }, seen: met.promise, calls: () => tools().length };
}

/** Takes connections and says nothing; resolves with the first bytes that came. */
async function silentPort() {
  const met = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on('error', () => {}).on('data', () => met.resolve());
    onTestFinished(() => void socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { place: `127.0.0.1:${(server.address() as AddressInfo).port}`, seen: met.promise };
}

const LOOK_UP = 'before repeating it';

test('Ctrl-C ends the wait for TLS', async () => {
  proves('UI-interrupt');
  const { place, seen } = await silentPort();
  const run = await interrupted(ACT, { env: { FLEET_BASE_URL: `https://${place}` }, seen });
  expect(run.code).toBe(130);
  expect(run.stderr.toLowerCase()).not.toContain(LOOK_UP);
});

test('Ctrl-C ends the wait for the tunnel of a proxy', async () => {
  proves('UI-interrupt');
  const { place, seen } = await silentPort();
  const env = { FLEET_BASE_URL: 'https://fleet.test', HTTPS_PROXY: `http://${place}` };
  const run = await interrupted(ACT, { env, seen });
  expect(run.code).toBe(130);
  expect(run.stderr.toLowerCase()).not.toContain(LOOK_UP);
});

test.each<[string, readonly Behaviour[]]>([
  ['a response', [stalls]],
  ['the rest of a response', [stallsInBody]],
])('Ctrl-C ends the wait for %s to an action, which is then looked up', async (_what, all) => {
  proves('UI-interrupt');
  const service = await serviceThat(...all);
  const run = await interrupted(ACT, service);
  expect([run.code, run.stdout, service.calls()]).toEqual([130, '', 1]);
  expect(run.stderr.toLowerCase()).toContain(LOOK_UP);
});

const IGNORING = "trap '' HUP; trap : TERM;";

test.each([
  // With a stdin that cannot be read, as GNU nohup leaves it.
  ['', 'exec "$@" 0>/dev/null', undefined],
  // As bash and zsh name what they start.
  [' with </dev/null', 'exec "$@" </dev/null', '/usr/bin/nohup'],
  // What is ignored is handed on, whatever the script gives to read.
  [', as a script with </dev/null,', `${IGNORING} "$@" </dev/null; exit $?`, undefined],
  [', as a script with a pipe,', `${IGNORING} echo | "$@"; exit $?`, undefined],
])(
  'what nohup%s has started from a terminal goes on after that is closed, until SIGTERM',
  async (...row) => {
    proves('PLATFORM-nohup');
    const [, script, shellWord] = row;
    const { env, seen } = await serviceThat(stalls);
    const words = ['-c', script, 'sh', process.execPath, FLEET_ENTRY, ...ACT];
    const child = spawn('sh', words, {
      env: fleetEnvironment({ FLEET_API_KEY: KEY, _: shellWord, ...env }),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const send = (signal: NodeJS.Signals) => process.kill(-Number(child.pid), signal);
    onTestFinished(() => void (child.exitCode === null && send('SIGKILL')));
    const stderr = text(child.stderr);
    await seen;
    send('SIGHUP');
    send('SIGTERM');
    expect(await once(child, 'close')).toEqual([143, null]);
    expect(await stderr).toContain('Ended by SIGTERM');
  },
);

test('Ctrl-C ends the wait that the rate limit asks for, and nothing is sent any more', async () => {
  proves('UI-interrupt');
  const headers = { 'content-type': 'application/problem+json', 'retry-after': '25' };
  const service = await serviceThat(answers(429, '{"code":"rate_limited"}', headers));
  const run = await interrupted(ACT, service);
  expect([run.code, service.calls()]).toEqual([130, 1]);
  expect(run.stderr.toLowerCase()).not.toContain(LOOK_UP);
});

test('Ctrl-C ends a list between its pages', async () => {
  proves('UI-interrupt');
  const page = answers(200, '{"jobs":[{"id":"job_1"}],"next_before":"c1"}');
  const service = await serviceThat(page, stalls);
  const run = await interrupted(['cloud', 'list-jobs', '--all', '-o', 'jsonl'], service);
  expect([run.code, run.stdout, service.calls()]).toEqual([130, '{"id":"job_1"}\n', 2]);
});

test.each<[string, readonly string[]]>([
  ['an operation', ACT],
  ['auth logout', ['auth', 'logout']],
  ['auth token', ['auth', 'token']],
  ['doctor', ['doctor']],
])('Ctrl-C ends the wait of %s for a keychain', async (_what, words) => {
  proves('UI-interrupt');
  const bus = await startSilentBus();
  const config = join(mkdtempSync(join(tmpdir(), 'fleet-interrupted-')), 'config');
  saveKeychainProfile(config, 'https://127.0.0.1:1');
  const env = { ...bus.env, FLEET_CONFIG_DIR: config, FLEET_API_KEY: '' };
  const run = await interrupted(words, { env, seen: keychainAsked(bus) });
  expect(run.code).toBe(130);
});

test('Ctrl-C ends the wait of auth login for the keychain that takes the key, and no profile is made', async () => {
  proves('UI-interrupt');
  const bus = await startSilentBus();
  const config = join(mkdtempSync(join(tmpdir(), 'fleet-interrupted-')), 'config');
  const service = await serve(answers(200, '{"key_name":"ci","scope":"run"}'));
  const env = { ...bus.env, FLEET_CONFIG_DIR: config, FLEET_API_KEY: '' };
  const words = ['auth', 'login', '--key-stdin', '--base-url', service.url];
  const run = await interrupted(words, { env, seen: keychainAsked(bus), stdin: KEY });
  expect([run.code, run.stdout, readdirSync(config)]).toEqual([130, '', ['logins.lock']]);
});

/** Where the keychain is not ended by Ctrl-C, its own limit of three seconds ends it, with another exit code. */
function keychainAsked(bus: SilentBus): Promise<unknown> {
  return Promise.resolve(expect.poll(() => bus.waiting(), { timeout: 30_000 }).toBeGreaterThan(0));
}

const ROWS = Array.from({ length: 60_000 }, (_, at) => ({ id: `job_${at}`, a: at, b: [at] }));

test('Ctrl-C ends the drawing of a large response', async () => {
  proves('UI-interrupt');
  const service = await serviceThat(answers(200, JSON.stringify({ jobs: ROWS })));
  const run = await interrupted(['cloud', 'list-jobs', '-o', 'yaml'], service);
  expect([run.code, run.stdout]).toEqual([130, '']);
});

test('Ctrl-C ends the wait for a reader of the output who does not read', async () => {
  proves('UI-interrupt');
  const service = await serviceThat(answers(200, JSON.stringify({ jobs: ROWS })));
  const child = startFleet(['cloud', 'list-jobs', '-o', 'json'], {
    env: { FLEET_API_KEY: KEY, ...service.env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.end();
  await once(child.stdout, 'readable');
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  expect(await exited).toEqual([null, 'SIGINT']);
});

test.each<[string, Behaviour]>([
  ['refuses it', answers(503, '')],
  ['does not respond', stalls],
])('one signal stops a machine whose server %s', async (_what, behaviour) => {
  proves('UI-interrupt');
  const server = await serve(behaviour);
  const folder = mkdtempSync(join(tmpdir(), 'fleet-interrupted-'));
  const env = { FLEET_MACHINE_TOKEN: 'fleet_machine_0123456789abcdef', FLEET_BASE_URL: server.url };
  const words = ['machine', '--folder', folder, '--listen', '127.0.0.1:0'];
  const asked = expect.poll(() => server.seen.length, { timeout: 30_000 }).toBeGreaterThan(0);
  const run = await interrupted(words, { env, seen: Promise.resolve(asked) });
  expect([run.code, run.stdout]).toEqual([0, '']);
});
