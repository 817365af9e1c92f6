import { join } from 'node:path';
import type { RunningMachine } from '../machine/start.ts';

/** A machine of the demonstration; one that `isAway` reports once and is not seen again. */
interface DemoMachine {
  readonly name: string;
  readonly kind: 'control' | 'observe' | 'degraded';
  readonly isAway?: true;
}

const MACHINES: readonly DemoMachine[] = [
  { name: 'build-01', kind: 'control' },
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
}

/**
 * Pairs four machines and starts them; resolves when each of them has synced and the one that is
 * away has stopped. The returned function stops the others.
 */
export async function startDemoFleet(options: DemoFleetOptions): Promise<() => Promise<void>> {
  const { startMachine } = await import('../machine/start.ts');
  const { writeSampleMachine } = await import('../machine/sample/write-sample-machine.ts');
  const running: RunningMachine[] = [];
  const leaving: RunningMachine[] = [];
  for (const { name, kind, isAway } of MACHINES) {
    const token = await options.pair(name);
    const folder = join(options.folder, name);
    await writeSampleMachine(folder, kind);
    const machine = startMachine({ baseUrl: options.baseUrl, token, folder, hostname: name });
    (isAway ? leaving : running).push(machine);
  }
  await Promise.all([...running, ...leaving].map((machine) => machine.ready));
  await Promise.all(leaving.map((machine) => machine.stop()));
  return async () => {
    await Promise.all(running.map((machine) => machine.stop()));
  };
}
