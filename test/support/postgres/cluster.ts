import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

/** A PostgreSQL of the tests' own on the loopback, gone with all its data when it is stopped. */
export interface Cluster {
  /** Address of the server without a database's name. */
  readonly url: string;
  /** Sends a signal to the server's processes, as SIGSTOP for one that hangs. */
  signal(name: NodeJS.Signals): void;
  /** Ends the server as a crash would, and starts it on the same data. */
  stopServer(): Promise<void>;
  startServer(): Promise<void>;
  remove(): Promise<void>;
}

const PROGRAMS = ['initdb', 'postgres'] as const;

/** Folder of PostgreSQL's server programs: Debian's newest, or one on the PATH; undefined without. */
export function postgresPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = readable(debian).sort((left, right) => Number(right) - Number(left));
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => PROGRAMS.every((program) => isExecutable(join(folder, program))));
}

function readable(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): User {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const { status, stdout } = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    if (status !== 0) continue;
    const group = spawnSync('id', ['-g', name], { encoding: 'utf8' });
    return { uid: Number(stdout), gid: Number(group.stdout) };
  }
  throw new Error('neither the user postgres nor nobody exists to run PostgreSQL as');
}

const SETTINGS = {
  max_connections: '200',
  shared_buffers: '64MB',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  jit: 'off',
};

/** Spares the disk where no test asks what is left after a crash. */
const UNSAFE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

/**
 * Makes a cluster in a folder of its own below `parent`, which its user can enter, and starts it: as
 * an operator would have it, or `unsafe` for tests without faults.
 */
export async function startCluster(
  programs: string,
  parent: string,
  { unsafe = false } = {},
): Promise<Cluster> {
  const user = unprivileged();
  const folder = mkdtempSync(join(parent, 'fleet-postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  const data = join(folder, 'data');
  initialise(programs, data, { ...user, cwd: folder });
  const port = await freePort();
  let server = await start();

  async function start() {
    const settings = { ...SETTINGS, ...(unsafe ? UNSAFE : {}), port: String(port) };
    const flags = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
    const child = spawn(join(programs, 'postgres'), ['-D', data, ...flags], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let log = '';
    const ready = Promise.withResolvers<void>();
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('ready to accept connections')) ready.resolve();
    });
    child.on('exit', (code) => ready.reject(new Error(`postgres ended with ${code}: ${log}`)));
    await ready.promise;
    return child;
  }

  async function stop(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    signal('SIGCONT');
    server.kill('SIGINT');
    await ended;
  }

  /** To every process of the server: each connection is one. */
  function signal(name: NodeJS.Signals): void {
    const ownChildren = spawnSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)], {
      encoding: 'utf8',
    });
    for (const pid of [server.pid, ...ownChildren.stdout.split('\n').map(Number)]) {
      if (pid) kill(pid, name);
    }
  }

  return {
    url: `postgres://fleet@127.0.0.1:${port}`,
    signal,
    stopServer: stop,
    startServer: async () => {
      server = await start();
    },
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function initialise(programs: string, data: string, options: User & { cwd: string }): void {
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'fleet', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...options, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}${made.error ?? ''}`);
}

/** A process that ended meanwhile needs no signal. */
function kill(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
