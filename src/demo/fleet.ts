import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../base/errors.ts';
import { type Clock, systemClock } from '../base/time/clock.ts';
import type { RunningMachine } from '../machine/start.ts';

/** A machine of the demonstration; one that `isAway` was there once. */
interface DemoMachine {
  readonly name: string;
  readonly kind: 'control' | 'observe' | 'degraded';
  readonly isAway?: true;
  /** Takes webhooks itself, on a free port. */
  readonly listens?: true;
}

const MACHINES: readonly DemoMachine[] = [
  { name: 'build-01', kind: 'control', listens: true },
  { name: 'edge-02', kind: 'observe' },
  { name: 'lab-03', kind: 'degraded' },
  { name: 'mini-04', kind: 'control', isAway: true },
];

interface DemoFleetOptions {
  readonly baseUrl: string;
  /** The folder under which each machine gets its own. */
  readonly folder: string;
  /** Pairs a machine on the server and gives its token. */
  readonly pair: (name: string) => Promise<string>;
  /** The time of this computer without it. */
  readonly clock?: Clock;
  /** Leaves out the machine that is away. */
  readonly withoutAway?: boolean;
}

export interface DemoFleet {
  /** Whether this start paired the machines; else they were there from an earlier one. */
  readonly isNew: boolean;
  /** Where build-01 takes webhooks; the name of the skill follows. */
  readonly webhookUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts the machines, which are paired and get their skills on the first start in this folder;
 * resolves when each has synced. Rejects with `Failure` where one cannot start.
 */
export async function startDemoFleet(options: DemoFleetOptions): Promise<DemoFleet> {
  const { startMachine } = await import('../machine/start.ts');
  const { baseUrl, clock = systemClock, withoutAway } = options;
  const running: RunningMachine[] = [];
  let isNew = false;
  let webhookUrl = () => '';
  for (const machine of MACHINES) {
    const { name, listens } = machine;
    const { token, isMade } = await tokenOf(machine, options);
    isNew ||= isMade;
    if (withoutAway && machine.isAway) continue;
    const folder = join(options.folder, name);
    const listen = listens ? { listen: '127.0.0.1:0' } : {};
    const started = startMachine({ baseUrl, token, folder, hostname: name, clock, ...listen });
    if (listens) webhookUrl = () => started.webhookUrl() ?? '';
    running.push(started);
  }
  const stop = async () => {
    await Promise.all(running.map((machine) => machine.stop()));
  };
  await Promise.all(running.map((machine) => machine.ready));
  return { isNew, webhookUrl: webhookUrl(), stop };
}

/** The token of an earlier start, which its folder keeps; without one the machine is paired and made. */
async function tokenOf(
  { name, kind }: DemoMachine,
  options: DemoFleetOptions,
): Promise<{ readonly token: string; readonly isMade: boolean }> {
  const folder = join(options.folder, name);
  const path = join(folder, 'token');
  const kept = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
  if (kept !== undefined) return { token: kept.trim(), isMade: false };
  const { writeSampleMachine } = await import('../machine/sample/write-sample-machine.ts');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeSampleMachine(folder, kind);
  const token = await options.pair(name);
  await writeFile(path, `${token}\n`, { mode: 0o600 });
  return { token, isMade: true };
}
