import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningMachine, startMachine } from '../../../src/machine/start.ts';
import { writeMachineFolder } from './machine-folder.ts';

/** The reference machine in this process, on the real clock and a folder of its own. */
export interface RealMachine {
  readonly folder: string;
  /** What it keeps, by name. */
  secrets(): Promise<Readonly<Record<string, string>>>;
  /** Starts it again on its folder; resolves once it has synced. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** Removes its folder. */
  remove(): Promise<void>;
}

export interface RealMachineOptions {
  readonly baseUrl: string;
  readonly token: string;
  /** Fills the folder before the start; without it the machine is in control mode without skills. */
  readonly write?: (folder: string) => Promise<void>;
}

/** Starts the machine; resolves once it has synced. */
export async function startRealMachine({
  baseUrl,
  token,
  write = (folder) => writeMachineFolder(folder, {}),
}: RealMachineOptions): Promise<RealMachine> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-machine-'));
  await write(folder);
  let machine: RunningMachine = startMachine({ baseUrl, token, folder });
  await machine.ready;
  return {
    folder,
    async secrets() {
      const text = await readFile(join(folder, 'state', 'secrets.json'), 'utf8').catch(() => '{}');
      return JSON.parse(text);
    },
    async restart() {
      machine = startMachine({ baseUrl, token, folder });
      await machine.ready;
    },
    stop: () => machine.stop(),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}
