import { randomBytes } from 'node:crypto';
import type { Environment } from '../base/environment.ts';
import { errorCode } from '../base/errors.ts';

/** What the machine needs of the computer that it runs on. */
export interface Host {
  readonly hostname: string;
  readonly platform: string;
  /** Environment of the machine's process; children get a small part of it. */
  readonly environment: Environment;
  /** From 0 to below 1, for jitter. */
  random(): number;
  /** Hexadecimal digits that cannot be guessed, for ids. */
  token(): string;
  /** Sends a signal to every process of a group; a group that is gone is no error. */
  killGroup(group: number, signal: 'SIGTERM' | 'SIGKILL'): void;
  /** Sends SIGKILL to one process; a process that is gone is no error. */
  kill(id: number): void;
}

/** The computer that this process runs on, under the name `hostname`. */
export function createHost(hostname: string): Host {
  return {
    hostname,
    platform: process.platform,
    environment: process.env,
    random: Math.random,
    token: () => randomBytes(4).toString('hex'),
    killGroup: (group, signal) => kill(-group, signal),
    kill: (id) => kill(id, 'SIGKILL'),
  };
}

function kill(target: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    // ESRCH: the process or group is gone. macOS gives EPERM for a group of zombies.
    const code = errorCode(error);
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
