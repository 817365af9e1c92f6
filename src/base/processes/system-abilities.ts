import type { Platform } from '../platform.ts';

/** Whether programs can be ended together with all that they start, and there is `/bin/sh` to limit them. */
export function hasProcessGroups(platform: Platform): boolean {
  return platform !== 'win32';
}

/**
 * Whether a process can become another program, and has to: elsewhere the environment that it started with
 * is shown to other programs of its user, whatever it deletes from it.
 */
export function replacesProcesses(platform: Platform): boolean {
  return platform !== 'win32';
}

/** Whether a process can be found by the environment that it started with, as `/proc` shows it. */
export function findsByEnvironment(platform: Platform): boolean {
  return platform === 'linux';
}
