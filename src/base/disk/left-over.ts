import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../time/clock.ts';

/** As `replaceFile` and `replaceAtOnce` name a file that is not in its place yet. */
export const TEMPORARY = /^\..+\.[0-9a-f]{8}[0-9a-f-]*\.tmp$/;

/** Nobody writes one file for a day. */
const LEFT_OVER_MS = 24 * 60 * 60 * 1000;

/** Removes what killed processes left half-written in a folder, where it can; a young one may be on its way. */
export function removeLeftOver(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (TEMPORARY.test(name) && isOld(path)) rmSync(path, { force: true });
    }
  } catch {
    // It costs room and nothing else; the next write tries again.
  }
}

function isOld(path: string): boolean {
  return lstatSync(path).mtimeMs < systemClock.now() - LEFT_OVER_MS;
}
