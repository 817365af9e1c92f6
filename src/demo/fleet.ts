import { join } from 'node:path';
import type { RunningMachine } from '../machine/start.ts';

/** A machine of the demonstration; one that is `away` is paired and never started. */
interface DemoMachine {
  readonly name: string;
  readonly kind: 'control' | 'observe' | 'degraded' | 'away';
}

const MACHINES: readonly DemoMachine[] = [
  { name: 'build-01', kind: 'control' },
  { name: 'edge-02', kind: 'observe' },
  { name: 'lab-03', kind: 'degraded' },
  { name: 'mini-04', kind: 'away' },
];

interface DemoFleetOptions {
  readonly baseUrl: string;
  /** The folder under which each machine gets its own. */
  readonly folder: string;
  /** Pairs a machine on the server and gives its token. */
  readonly pair: (name: string) => Promise<string>;
}

/**
 * Pairs four machines and starts those that are not away; resolves when each of them has synced.
 * The returned function stops them.
 */
export async function startDemoFleet(options: DemoFleetOptions): Promise<() => Promise<void>> {
  const { startMachine } = await import('../machine/start.ts');
  const { writeSampleMachine } = await import('../machine/sample/write-sample-machine.ts');
  const running: RunningMachine[] = [];
  for (const { name, kind } of MACHINES) {
    const token = await options.pair(name);
    if (kind === 'away') continue;
    const folder = join(options.folder, name);
    await writeSampleMachine(folder, kind);
    running.push(startMachine({ baseUrl: options.baseUrl, token, folder, hostname: name }));
  }
  await Promise.all(running.map((machine) => machine.ready));
  return async () => {
    await Promise.all(running.map((machine) => machine.stop()));
  };
}
