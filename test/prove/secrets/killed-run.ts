import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FLEET_ENTRY, fleetEnvironment } from '../../support/run-fleet.ts';
import type { HoldingProxy } from './holding-proxy.ts';
import { watchJournal } from './journal-watch.ts';
import type { KillPoint } from './plan.ts';

/** A folder to work in, with a journal, at a proxy to the server. */
export interface RunContext {
  readonly folder: string;
  readonly journal: string;
  readonly key: string;
  readonly proxy: HoldingProxy;
  /** The file of the sink; without one it is stdout that is watched. */
  readonly sinkFile: string | undefined;
  /** Every secret text that was seen in the journal. */
  readonly secrets: Set<string>;
}

export interface KilledRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly wasKilled: boolean;
}

const RUN_MS_MAX = 60_000;

/** Runs `fleet` and kills it with SIGKILL at the point given, if it gets there. */
export async function killedRun(
  context: RunContext,
  args: readonly string[],
  kill: KillPoint | undefined,
): Promise<KilledRun> {
  const child = spawn(process.execPath, [FLEET_ENTRY, ...args], {
    cwd: context.folder,
    env: fleetEnvironment({
      FLEET_BASE_URL: context.proxy.baseUrl,
      FLEET_API_KEY: context.key,
      FLEET_STATE_DIR: join(context.folder, 'state'),
      FLEET_CACHE_DIR: join(context.folder, 'cache'),
      FLEET_CONFIG_DIR: join(context.folder, 'config'),
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const strike = () => child.kill('SIGKILL');
  const timers = [setTimeout(strike, RUN_MS_MAX)];
  const strikeAfter = (afterMs: number) => {
    if (afterMs === 0) strike();
    else timers.push(setTimeout(strike, afterMs));
  };
  if (kill?.at === 'time') strikeAfter(kill.afterMs);
  if (kill?.at === 'wire') context.proxy.hold(kill.point, strike);
  const unwatch = watchJournal(context.journal, {
    secrets: context.secrets,
    state: kill?.at === 'state' ? kill.state : undefined,
    reached: () => strikeAfter(kill?.at === 'state' ? kill.afterMs : 0),
  });
  const unwatchSink =
    kill?.at === 'sink' ? watchSink(context, { ...kill, stdout: child.stdout }, strike) : () => {};
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  for (const timer of timers) clearTimeout(timer);
  unwatch();
  unwatchSink();
  context.proxy.letPass();
  return { code, ...output, wasKilled: child.signalCode === 'SIGKILL' };
}

interface SinkWatch {
  readonly stdout: Readable;
  readonly orStaged: boolean;
}

/** Calls `got` when something comes to the sink. */
function watchSink(
  { folder, sinkFile }: RunContext,
  { orStaged, stdout }: SinkWatch,
  got: () => void,
): () => void {
  if (sinkFile === undefined) {
    stdout.once('data', got);
    return () => {};
  }
  const watcher = watch(folder, (_event, name) => {
    if (name === sinkFile || (orStaged && name?.includes(sinkFile))) got();
  });
  return () => watcher.close();
}
