import type { Clock } from '../../base/time/clock.ts';
import { pause } from '../../base/time/pause.ts';

interface Held {
  /** What waits for the next chunk; undefined where nothing does. */
  readonly run: number | undefined;
}

interface Alarm {
  readonly run: number;
  readonly rings: Promise<'late' | 'cancelled'>;
  readonly cancel: () => void;
}

/** The chunks of a source, and `late` where `held` has waited for `heldMs`. */
export async function* untilLate<Chunk>(
  source: AsyncIterable<Chunk>,
  held: Held,
  { clock, heldMs }: { readonly clock: Clock; readonly heldMs: number },
): AsyncGenerator<Chunk | 'late'> {
  const chunks = source[Symbol.asyncIterator]();
  let next = chunks.next();
  let alarm: Alarm | undefined;
  try {
    for (;;) {
      if (alarm?.run !== held.run) {
        alarm?.cancel();
        alarm = held.run === undefined ? undefined : setAlarm(held.run, clock, heldMs);
      }
      const came = await (alarm === undefined ? next : Promise.race([next, alarm.rings]));
      if (typeof came === 'string') {
        yield 'late';
        continue;
      }
      if (came.done) return;
      yield came.value;
      next = chunks.next();
    }
  } finally {
    alarm?.cancel();
    // Not waited for: where the rest is not wanted, a program may write its next line much later.
    next.then(() => chunks.return?.()).catch(() => undefined);
  }
}

function setAlarm(run: number, clock: Clock, heldMs: number): Alarm {
  const abort = new AbortController();
  const rings = pause(clock, heldMs, abort.signal).then((late) => (late ? 'late' : 'cancelled'));
  return { run, rings, cancel: () => abort.abort() };
}
