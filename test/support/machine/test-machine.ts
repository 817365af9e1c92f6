import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type RunningMachine, startMachine } from '../../../src/machine/start.ts';
import type { FakeClock } from '../fake-clock.ts';
import { createSkippingClock } from '../skipping-clock.ts';
import { type FakeCloud, startFakeCloud, TOKEN } from './fake-cloud.ts';
import { type MachineFolderContent, writeMachineFolder } from './machine-folder.ts';

export interface TestMachine {
  readonly cloud: FakeCloud;
  readonly folder: string;
  readonly clock: FakeClock;
  readonly log: readonly string[];
  readonly machine: RunningMachine;
  /** The text of a file in the machine's folder. */
  file(path: string): Promise<string>;
  /** Lets time pass until the promise is settled; not for what a real child process does. */
  pass<Value>(wanted: Promise<Value>): Promise<Value>;
}

export interface TestMachineOptions extends MachineFolderContent {
  readonly listen?: string;
  /** Waits of the machine up to this long take no time; 100 without it. */
  readonly skipUpToMs?: number;
  /** How far its computer's clock is ahead of the time that passes. */
  readonly aheadMs?: () => number;
  /** A folder, and a cloud, of a machine before. */
  readonly after?: Pick<TestMachine, 'folder' | 'cloud'>;
}

/** A machine on a folder of its own, on a clock that hardly moves, with a cloud of its own. */
export async function startTestMachine(options: TestMachineOptions = {}): Promise<TestMachine> {
  const folder = options.after?.folder ?? (await mkdtemp(join(tmpdir(), 'fleet-machine-')));
  const cloud = options.after?.cloud ?? (await startFakeCloud());
  await writeMachineFolder(folder, options);
  // Only the gap between two syncs that tell passes by itself.
  const clock = createSkippingClock({ skipUpToMs: options.skipUpToMs ?? 100 });
  const log: string[] = [];
  const machine = startMachine({
    baseUrl: cloud.baseUrl,
    token: TOKEN,
    folder,
    clock: { ...clock, now: () => clock.now() + (options.aheadMs?.() ?? 0) },
    log: (line) => log.push(line),
    hostname: 'host-1',
    ...(options.listen === undefined ? {} : { listen: options.listen }),
  });
  onTestFinished(async () => {
    await passUntil(
      clock,
      machine.stop().catch(() => undefined),
    );
    if (options.after === undefined)
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  return {
    cloud,
    folder,
    clock,
    log,
    machine,
    file: (path) => readFile(join(folder, path), 'utf8'),
    pass: (wanted) => passUntil(clock, wanted),
  };
}

/**
 * Moves a clock on until a promise is settled, a hundred times as fast as real time: faster, and the
 * time limits of jobs would pass while a disk is busy.
 */
export async function passUntil<Value>(clock: FakeClock, wanted: Promise<Value>): Promise<Value> {
  let settled = false;
  const end = () => {
    settled = true;
  };
  wanted.then(end, end);
  while (!settled) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (!settled) clock.advance(100);
  }
  return await wanted;
}
