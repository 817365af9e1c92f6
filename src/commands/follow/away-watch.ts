import { isUncollected } from '../../flow/pending.ts';
import { canRedraw } from '../../terminal/terminal.ts';
import type { SendContext } from '../operation/send-context.ts';

/** So long something waits to be collected before its machine is looked at, and from one time to the next. */
const LOOKS_MS = [2_000, 5_000, 10_000];
const LATER_MS = 30_000;

/** Tells that what is followed waits for a machine that is away. */
interface AwayWatch {
  /** Takes the job or command of a look-up. */
  see(record: unknown): void;
  stop(): void;
}

/** Calls `tell` while the machine is away, again and again where what it says is drawn in place. */
export function watchForAway(context: SendContext, tell: (words: string) => void): AwayWatch {
  const { runtime } = context;
  let latest: unknown;
  let over: AbortController | undefined;

  const look = async (looks: number, signal: AbortSignal): Promise<void> => {
    const { awayText } = await import('./away-machine.ts');
    const words = await awayText(context, latest, { signal, isSlow: looks > 0 });
    if (signal.aborted) return;
    if (words !== undefined) tell(words);
    if (words === undefined || canRedraw(runtime)) lookAgain(looks + 1, signal);
  };
  const lookAgain = (looks: number, signal: AbortSignal): void => {
    const ms = LOOKS_MS[looks] ?? LATER_MS;
    const forget = runtime.clock.after(ms, () => void look(looks, signal));
    signal.addEventListener('abort', forget, { once: true });
  };
  const stop = (): void => {
    over?.abort();
    over = undefined;
  };
  return {
    see(record) {
      latest = record;
      if (!isUncollected(record)) stop();
      else if (over === undefined) {
        over = new AbortController();
        lookAgain(0, over.signal);
      }
    },
    stop,
  };
}
