import type { Environment } from '../base/environment.ts';
import type { Platform } from '../base/platform.ts';

/** What the machine needs of the computer that it runs on; `start.ts` makes it from `process`. */
export interface Host {
  readonly hostname: string;
  readonly platform: Platform;
  /** The number of the user that this process runs as; undefined where the system has none. */
  readonly user: number | undefined;
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
