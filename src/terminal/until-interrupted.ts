import { steadyClock } from '../base/time/steady-clock.ts';
import { interruptionHeard } from './interruption.ts';

/** So long a reader is waited for after Ctrl-C. One that reads at all takes a text in less. */
const PATIENCE_MS = 80;

/**
 * Waits until a reader has taken what was written; after Ctrl-C only a moment longer, since one that does
 * not read would hold up the end for ever. Throws then as where the reader has gone (`EPIPE`).
 */
export function untilInterrupted(taken: Promise<void>): Promise<void> {
  const signal = interruptionHeard();
  if (signal === undefined) return taken;
  return new Promise((resolve, reject) => {
    let cancel = (): void => {};
    const giveUp = (): void => reject(Object.assign(new Error('nobody reads'), { code: 'EPIPE' }));
    const begin = (): void => {
      cancel = steadyClock.after(PATIENCE_MS, giveUp);
    };
    if (signal.aborted) begin();
    else signal.addEventListener('abort', begin, { once: true });
    const end = (): void => {
      signal.removeEventListener('abort', begin);
      cancel();
    };
    taken.finally(end).then(resolve, reject);
  });
}
