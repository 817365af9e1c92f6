import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Clock } from '../../base/time/clock.ts';
import { pause } from '../../base/time/pause.ts';
import type { Host } from '../host.ts';
import type { RunUser } from './run-user.ts';

/** Time between SIGTERM and SIGKILL. */
const GRACE_MS = 5_000;

/** How long output is still read after the first process has ended. */
const LINGER_MS = 1_000;

interface ProcessGroupOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The descriptor of a file that it reads as its stdin. */
  readonly input: number;
  /** The user and group to run as, without its other groups; the machine's own where undefined. */
  readonly user: RunUser | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Reads the child's output to its end, or until it is destroyed. */
  readonly read: (stdout: Readable, stderr: Readable) => Promise<unknown>;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/**
 * Runs a program as the leader of a process group of its own and resolves when no process of
 * the group is left. An abort sends SIGTERM to the group and, five seconds later, SIGKILL. When the
 * leader ends, the rest of the group is killed. Rejects where the program cannot be started or its
 * output cannot be written.
 */
export async function runProcessGroup(
  host: Host,
  options: ProcessGroupOptions,
): Promise<ProcessExit> {
  const { clock, signal } = options;
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.environment,
    detached: true,
    ...(options.user && { uid: options.user.uid, gid: options.user.gid }),
    stdio: [options.input, 'pipe', 'pipe'],
  });
  const ended = endOf(child);
  const { pid: group, stdout, stderr } = child;
  // Both are pipes; none is there where nothing was started.
  if (group === undefined || stdout === null || stderr === null) return await ended;
  const reading = options.read(stdout, stderr);
  reading.catch(() => host.killGroup(group, 'SIGKILL'));

  const stopKilling = killOnAbort(
    () => host.killGroup(group, 'SIGTERM'),
    signal,
    () => clock.after(GRACE_MS, () => host.killGroup(group, 'SIGKILL')),
  );
  const end = await ended;
  stopKilling();
  await endOutput([stdout, stderr], reading, clock, () => host.killGroup(group, 'SIGKILL'));
  return end;
}

function endOf(child: ChildProcess): Promise<ProcessExit> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

function killOnAbort(
  terminate: () => void,
  signal: AbortSignal,
  killLater: () => () => void,
): () => void {
  let cancelKill: (() => void) | undefined;
  const abort = () => {
    terminate();
    cancelKill = killLater();
  };
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return () => {
    signal.removeEventListener('abort', abort);
    cancelKill?.();
  };
}

async function endOutput(
  outputs: readonly Readable[],
  reading: Promise<unknown>,
  clock: Clock,
  killRest: () => void,
): Promise<void> {
  const drained = new AbortController();
  const read = reading.finally(() => drained.abort());
  await Promise.race([read, pause(clock, LINGER_MS, drained.signal)]);
  killRest();
  await Promise.race([read, pause(clock, LINGER_MS, drained.signal)]);
  // A process that left the group may keep the pipe open for ever.
  for (const output of outputs) output.destroy();
  await reading;
}
