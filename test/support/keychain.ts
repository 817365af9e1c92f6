import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A Secret Service of its own, unlocked, on a message bus that nobody else is on. */
export interface TestKeychain {
  /** For the programs that are to find it. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends the service; its bus stays. */
  stopService(): Promise<void>;
  stop(): Promise<void>;
}

const PROGRAMS = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'];

const BUS = ['--session', '--nofork', '--nopidfile', '--print-address'];

/** Why there can be no keychain here; undefined where there can be. */
export const WITHOUT_KEYCHAIN = PROGRAMS.some(
  (program) => spawnSync(program, ['--version']).error !== undefined,
)
  ? `no ${PROGRAMS.join(' and ')} are installed`
  : undefined;

/** The service prints nothing when it is ready; its name on the bus tells. */
function isOnBus(env: Readonly<Record<string, string>>): boolean {
  const question = ['org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.secrets'];
  const bus = ['--session', '--dest=org.freedesktop.DBus', '--print-reply', '/', ...question];
  return spawnSync('dbus-send', bus, { env }).stdout.includes('boolean true');
}

/** Starts a keychain whose files lie in the run's own temporary folder. */
export async function startKeychain(): Promise<TestKeychain> {
  const home = mkdtempSync(join(tmpdir(), 'fleet-keychain-'));
  const own = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_RUNTIME_DIR: home };
  const bus = spawn('dbus-daemon', [...BUS, `--address=unix:dir=${home}`], {
    env: own,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(bus.stdout, 'data')) as [Buffer];
  const env = { DBUS_SESSION_BUS_ADDRESS: line.toString().trim() };
  const service = spawn(
    'gnome-keyring-daemon',
    ['--foreground', '--unlock', '--components=secrets'],
    { env: { ...own, ...env }, stdio: ['pipe', 'ignore', 'ignore'] },
  );
  service.stdin.end('a password of this test run');
  while (!isOnBus({ ...own, ...env })) await pause(20);
  const end = async (child: typeof bus | typeof service): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    env,
    stopService: () => end(service),
    async stop() {
      await end(service);
      await end(bus);
    },
  };
}
