import { promises } from 'node:fs';
import { errorCode } from '../errors.ts';
import { type Platform, thisPlatform } from '../platform.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { pause } from '../time/pause.ts';

interface RenameSettings {
  readonly platform?: Platform;
  readonly clock?: Clock;
  /** As `rename` of Node; a test gives one that fails. */
  readonly move?: (from: string, to: string) => Promise<void>;
}

/** What Windows says while another program has the file open: a reader of ours, or a virus scanner. */
const IN_USE: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY']);
const TRIES = 10;
const PAUSE_MS = 50;

/**
 * Puts the file `from` in the place of `to`. Windows does not let go of a file that is open, so that it is
 * tried for half a second there. Rejects with the error of the file system.
 */
export async function renameOver(
  from: string,
  to: string,
  { clock = systemClock, move = promises.rename, platform = thisPlatform() }: RenameSettings = {},
): Promise<void> {
  const tries = platform === 'win32' ? TRIES : 1;
  for (let tried = 1; ; tried += 1) {
    try {
      return await move(from, to);
    } catch (error) {
      if (tried === tries || !IN_USE.has(errorCode(error) ?? '')) throw error;
    }
    await pause(clock, PAUSE_MS);
  }
}
