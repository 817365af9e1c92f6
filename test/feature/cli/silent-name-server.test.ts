import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { outputOf, startFleet } from '../../support/run-fleet.ts';

const PIPE_WRITER = constants.O_WRONLY | constants.O_NONBLOCK;

/** Whether the system's look-up of names reads what HOSTALIASES names: glibc does, where it asks servers itself. */
function readsAliases(): boolean {
  try {
    const sources = /^hosts:.*$/m.exec(readFileSync('/etc/nsswitch.conf', 'utf8'))?.[0] ?? '';
    return /\bdns\b/.test(sources) && !/\bresolve\b/.test(sources);
  } catch {
    return false;
  }
}

/**
 * Starts `fleet` with a service whose name is never found: while it looks for other names, the system's own
 * look-up reads the file that HOSTALIASES names, a pipe in which nothing ever comes. Nothing else would end a
 * program that waits for its threads, so that the end of the test is the proof.
 */
function lookingUp(args: readonly string[], stdin?: string) {
  const pipe = join(mkdtempSync(join(tmpdir(), 'fleet-names-')), 'pipe');
  spawnSync('mkfifo', [pipe]);
  const child = startFleet(args, {
    env: {
      FLEET_BASE_URL: 'https://fleet-without-dots',
      FLEET_API_KEY: 'key-1',
      HOSTALIASES: pipe,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = outputOf(child);
  if (stdin === undefined) child.stdin.end();
  else child.stdin.write(stdin);
  const closed = once(child, 'close');
  return {
    child,
    async seen() {
      // Opened for writing without a wait, a pipe is refused until somebody reads it.
      const opened = expect.poll(() => openSync(pipe, PIPE_WRITER), { timeout: 30_000 });
      await opened.toBeGreaterThan(0);
    },
    async ended() {
      const [code, signal] = await closed;
      return { end: signal ?? code, ...output };
    },
  };
}

test.for<[string, readonly string[], NodeJS.Signals, number | string]>([
  ['an operation', ['cloud', 'run-skill', 'build-01', 'check'], 'SIGTERM', 143],
  ['an operation', ['cloud', 'run-skill', 'build-01', 'check'], 'SIGINT', 'SIGINT'],
  ['watch', ['watch', 'jobs'], 'SIGTERM', 143],
  ['each', ['each', '--machine', '*', '--', 'get-machine'], 'SIGTERM', 143],
  ['secret new', ['secret', 'new', 'build-01', 'A_SECRET', '--stdout'], 'SIGTERM', 143],
  ['doctor', ['doctor'], 'SIGTERM', 143],
])(
  'while no name server responds, %s %j is ended by %s at once with %j',
  async ([, args, signal, end], { skip }) => {
    proves('UI-end-at-once');
    skip(!readsAliases(), 'the system does not read HOSTALIASES');
    const { child, ended, seen } = lookingUp(args);
    await seen();
    child.kill(signal);
    expect((await ended()).end).toBe(end);
  },
);

test('while no name server responds, the program ends once --timeout has been told', async ({
  skip,
}) => {
  proves('UI-end-at-once');
  skip(!readsAliases(), 'the system does not read HOSTALIASES');
  const { ended, seen } = lookingUp(['api', 'GET', '/api/v1/me', '--timeout', '1s']);
  await seen();
  const { end, stderr, stdout } = await ended();
  const { code } = JSON.parse(stderr).error;
  expect([end, stdout, code]).toEqual([7, '', 'timed_out']);
});

test('while no name server responds, the bridge ends with its stdin, and by SIGTERM', async ({
  skip,
}) => {
  proves('UI-end-at-once');
  skip(!readsAliases(), 'the system does not read HOSTALIASES');
  const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_thing"}}\n`;
  const withStdin = lookingUp(['mcp'], call);
  await withStdin.seen();
  withStdin.child.stdin.end();
  expect((await withStdin.ended()).end).toBe(0);
  const bySignal = lookingUp(['mcp'], call);
  await bySignal.seen();
  bySignal.child.kill('SIGTERM');
  expect((await bySignal.ended()).end).toBe(0);
});
