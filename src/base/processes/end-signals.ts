import type { Platform } from '../platform.ts';

/** A signal that asks a program to end. */
export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGBREAK';

/** The signals that ask a program to end: on Windows, which sends no SIGTERM, also Ctrl-Break. */
export function endSignals(platform: Platform): readonly EndSignal[] {
  return platform === 'win32' ? ['SIGINT', 'SIGTERM', 'SIGBREAK'] : ['SIGINT', 'SIGTERM'];
}

/** Whether a process that ends itself by a signal is seen to have ended by it: elsewhere it is just an error. */
export function endsBySignals(platform: Platform): boolean {
  return platform !== 'win32';
}
