import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { FLEET_ENTRY, FLEET_HOME, fleetEnvironment } from '../../support/run-fleet.ts';

const PROBE = fileURLToPath(new URL('probe.ts', import.meta.url));

/** A `fleet serve` in a process of its own, that can be killed and started again. */
export interface ServerUnderTest {
  /** Changes with each start. */
  readonly baseUrl: string;
  /** Kills it with SIGKILL, starts it again, and gives the milliseconds until it is ready. */
  killAndStart(): Promise<number>;
  /** What the probe in the process sees; only where it was started with one. */
  usage(): Promise<Usage>;
  /** What it wrote to stderr. */
  readonly log: string;
  /** Ends it as an operator does. */
  stop(): Promise<void>;
}

/** Of a process, after collecting garbage. */
export interface Usage {
  readonly rssBytes: number;
  /** Of the event loop since the last question. */
  readonly delayP99Ms: number;
  /** Each response since the last question, from its request's head on, by path. */
  readonly tookMs: Readonly<Record<string, readonly number[]>>;
}

/** None outlives this process. */
const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

export interface ServeOptions {
  /** `--data` or `--database`, with its value. */
  readonly database: readonly string[];
  readonly probed?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts `fleet serve` and waits until it is ready. Throws what it wrote where it ends before. */
export async function startServerUnderTest(options: ServeOptions): Promise<ServerUnderTest> {
  let log = '';
  let { child, baseUrl } = await start();

  async function start(): Promise<{ child: ChildProcess; baseUrl: string }> {
    const probe = options.probed ? ['--expose-gc', '--import', PROBE] : [];
    const args = ['serve', '--json', '--listen', '127.0.0.1:0', ...options.database];
    const started = spawn(process.execPath, [...probe, FLEET_ENTRY, ...args], {
      cwd: FLEET_HOME,
      env: fleetEnvironment(options.environment),
      stdio: ['ignore', 'pipe', 'pipe', ...(options.probed ? (['ipc'] as const) : [])],
    });
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    alive.add(started);
    started.once('exit', () => alive.delete(started));
    const lines = createInterface({ input: started.stdout as NodeJS.ReadableStream });
    const ready = once(lines, 'line');
    const ended = once(started, 'close').then(() => {
      throw new Error(`fleet serve ended: ${log}`);
    });
    ended.catch(() => {});
    const [line] = await Promise.race([ready, ended]);
    return { child: started, baseUrl: JSON.parse(String(line)).base_url };
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  return {
    get baseUrl() {
      return baseUrl;
    },
    get log() {
      return log;
    },
    async killAndStart() {
      await end('SIGKILL');
      const startedAt = performance.now();
      ({ child, baseUrl } = await start());
      return performance.now() - startedAt;
    },
    async usage() {
      const answer = once(child, 'message') as Promise<[Usage]>;
      child.send('usage');
      return (await answer)[0];
    },
    stop: () => end('SIGTERM'),
  };
}
