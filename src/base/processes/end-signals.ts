import type { Platform } from '../platform.ts';

/** A signal that asks a program to end. */
export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGBREAK';

/**
 * The signals that ask a program to end, SIGHUP where its terminal is closed: on Windows, which sends no
 * SIGTERM, also Ctrl-Break.
 */
export function endSignals(platform: Platform): readonly EndSignal[] {
  return ['SIGINT', 'SIGTERM', platform === 'win32' ? 'SIGBREAK' : 'SIGHUP'];
}

/** Whether a process that ends itself by a signal is seen to have ended by it: elsewhere it is just an error. */
export function endsBySignals(platform: Platform): boolean {
  return platform !== 'win32';
}
