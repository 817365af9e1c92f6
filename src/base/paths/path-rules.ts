import { posix, win32 } from 'node:path';
import type { Platform } from '../platform.ts';

/** How paths of a system are written: its separators, and what counts as absolute. */
export function pathRules(platform: Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

/** Whether two names that differ in nothing but capitals are one file, as the system comes. */
export function ignoresCase(platform: Platform): boolean {
  return platform === 'win32' || platform === 'darwin';
}
