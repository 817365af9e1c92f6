import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Whether this machine has a Secret Service and a message bus to run of our own. */
export const HAS_SECRET_SERVICE =
  process.platform === 'linux' &&
  ['gnome-keyring-daemon', 'dbus-run-session'].every(
    (program) => spawnSync('which', [program]).status === 0,
  );

/**
 * The environment in which programs reach a Secret Service of their own, unlocked, on a message bus
 * of its own; both end with the test.
 */
export async function startSecretService(): Promise<Readonly<Record<string, string>>> {
  const home = await mkdtemp(join(tmpdir(), 'fleet-keyring-'));
  const script =
    'printf secret | gnome-keyring-daemon --unlock --components=secrets >&2; ' +
    'echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat';
  const session = spawn('dbus-run-session', ['--', 'sh', '-c', script], {
    env: { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: home },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    session.stdin.end();
    await new Promise((resolve) => session.once('close', resolve));
    await rm(home, { recursive: true, force: true });
  });
  const address = await new Promise<string>((resolve, reject) => {
    session.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()));
    session.once('exit', () => reject(new Error('no message bus')));
  });
  return { DBUS_SESSION_BUS_ADDRESS: address };
}
