import { backgroundClock, type Clock } from '../../../base/time/clock.ts';
import { ConnectionLost } from './guarded-client.ts';

/** The places at a number of connections, given in the order in which they were asked for. */
interface Places {
  /** Rejects with `ConnectionLost` where the database has answered nobody for a time. */
  take(): Promise<HeldPlace>;
  /** Is told of every answer of the database. */
  answered(): void;
}

/** A place at a connection, until it is given back. */
interface HeldPlace {
  /**
   * @param end `lost` where its connection broke or could not be made. Where that took long and nobody
   * was answered meanwhile, all who wait are refused: each would wait as long again, and in vain.
   */
  giveBack(end?: 'lost'): void;
}

interface PlacesOptions {
  readonly count: number;
  /** So long without an answer to anybody, the database is taken to be away. */
  readonly patienceMs: number;
  /** Nobody waits for longer, whoever else is answered. */
  readonly waitMs: number;
  readonly clock?: Clock;
}

interface InLine {
  readonly take: () => void;
  readonly refuse: () => void;
}

/** Of the patience, so long is long: what a lost statement had before it is the rest. */
const LONG_SHARE = 0.5;

/**
 * Who waits for a connection waits while others are answered: many who come at once, to a process
 * that has just started, take a while, and an outage is when nobody gets an answer.
 */
export function createPlaces(options: PlacesOptions): Places {
  const { count, patienceMs, waitMs, clock = backgroundClock } = options;
  const waiting = new Set<InLine>();
  let free = count;
  let answeredAt = clock.now();

  function wait(): Promise<void> {
    const taken = Promise.withResolvers<void>();
    const sinceMs = clock.now();
    const look = (): void => {
      const now = clock.now();
      const leftMs = Math.min(
        Math.max(answeredAt, sinceMs) + patienceMs - now,
        sinceMs + waitMs - now,
      );
      // A process that was busy for long reads what the database has answered before it looks.
      if (leftMs > 0) cancel = clock.after(leftMs, () => setImmediate(look));
      else if (waiting.has(one)) one.refuse();
    };
    let cancel = (): void => {};
    const leave = (): void => {
      waiting.delete(one);
      cancel();
    };
    const one: InLine = {
      take() {
        leave();
        taken.resolve();
      },
      refuse() {
        leave();
        taken.reject(new ConnectionLost('no connection to the database became free'));
      },
    };
    waiting.add(one);
    look();
    return taken.promise;
  }

  function begin(): HeldPlace {
    const begunAt = clock.now();
    return {
      giveBack(end) {
        const sinceMs = Math.max(begunAt, answeredAt);
        if (end === 'lost' && clock.now() - sinceMs >= patienceMs * LONG_SHARE) {
          for (const one of waiting) one.refuse();
        }
        const [next] = waiting;
        if (next === undefined) free += 1;
        else next.take();
      },
    };
  }

  return {
    async take() {
      if (free === 0) await wait();
      else free -= 1;
      return begin();
    },
    answered() {
      answeredAt = clock.now();
    },
  };
}
