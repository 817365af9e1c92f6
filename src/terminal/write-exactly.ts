import { write } from 'node:fs';
import type { Clock } from '../base/time/clock.ts';

const STDOUT = 1;
const FULL_PAUSE_MS = 10;

/**
 * Writes bytes to stdout past the stream of the program, and resolves once the system has taken them
 * all. Rejects with the system's error where the reader has gone, which the stream takes for a good
 * end.
 */
export async function writeExactly(bytes: Uint8Array, clock: Clock): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const written = await writeSome(bytes.subarray(at));
    at += written;
    if (written === 0) {
      await new Promise<void>((resolve) => void clock.after(FULL_PAUSE_MS, resolve));
    }
  }
}

/** A pipe that is full takes nothing for now. */
function writeSome(bytes: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    write(STDOUT, bytes, (error, written) => {
      if (error === null) resolve(written);
      else if (error.code === 'EAGAIN') resolve(0);
      else reject(error);
    });
  });
}
