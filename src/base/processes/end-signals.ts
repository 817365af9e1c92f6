import type { Platform } from '../platform.ts';
import { isUnderNohup } from './under-nohup.ts';

/** A signal that asks a program to end. */
export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGBREAK';

/**
 * The signals that ask a program to end, SIGHUP where its terminal is closed and `nohup` has not said that it
 * is to go on: on Windows, which sends no SIGTERM, also Ctrl-Break.
 */
export function endSignals(platform: Platform, outlives = isUnderNohup()): readonly EndSignal[] {
  if (platform === 'win32') return ['SIGINT', 'SIGTERM', 'SIGBREAK'];
  return outlives ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];
}

/** Whether a process that ends itself by a signal is seen to have ended by it: elsewhere it is just an error. */
export function endsBySignals(platform: Platform): boolean {
  return platform !== 'win32';
}
