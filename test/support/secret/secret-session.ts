import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this machine has a Secret Service and a message bus to run of our own. */
export const HAS_SECRET_SERVICE =
  process.platform === 'linux' &&
  ['gnome-keyring-daemon', 'dbus-run-session'].every(
    (program) => spawnSync('which', [program]).status === 0,
  );

interface SecretSession {
  /** With it programs reach this Secret Service. */
  readonly environment: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

/** Starts a Secret Service, unlocked, on a message bus of its own. */
export async function startSecretSession(): Promise<SecretSession> {
  const home = await mkdtemp(join(tmpdir(), 'fleet-keyring-'));
  const script =
    'printf secret | gnome-keyring-daemon --unlock --components=secrets >&2; ' +
    'echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat';
  const session = spawn('dbus-run-session', ['--', 'sh', '-c', script], {
    env: { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: home },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    session.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()));
    session.once('exit', () => reject(new Error('no message bus')));
  });
  return {
    environment: { DBUS_SESSION_BUS_ADDRESS: address },
    async end() {
      session.stdin.end();
      await new Promise((resolve) => session.once('close', resolve));
      await rm(home, { recursive: true, force: true });
    },
  };
}
