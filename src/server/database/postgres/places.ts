import { backgroundClock, type Clock } from '../../../base/time/clock.ts';
import { ConnectionLost } from './guarded-client.ts';

/** The places at a number of connections, given in the order in which they were asked for. */
interface Places {
  /** Rejects with `ConnectionLost` where the database has answered nobody for a time. */
  take(): Promise<void>;
  giveBack(): void;
  /** Is told of every answer of the database. */
  answered(): void;
}

interface PlacesOptions {
  readonly count: number;
  /** So long without an answer to anybody, the database is taken to be away. */
  readonly patienceMs: number;
  /** Nobody waits for longer, whoever else is answered. */
  readonly waitMs: number;
  readonly clock?: Clock;
}

/**
 * Who waits for a connection waits while others are answered: many who come at once, to a process
 * that has just started, take a while, and an outage is when nobody gets an answer.
 */
export function createPlaces(options: PlacesOptions): Places {
  const { count, patienceMs, waitMs, clock = backgroundClock } = options;
  const waiting = new Set<() => void>();
  let free = count;
  let answeredAt = clock.now();

  function wait(): Promise<void> {
    const taken = Promise.withResolvers<void>();
    const sinceMs = clock.now();
    const take = (): void => {
      waiting.delete(take);
      cancel();
      taken.resolve();
    };
    const look = (): void => {
      const now = clock.now();
      const leftMs = Math.min(
        Math.max(answeredAt, sinceMs) + patienceMs - now,
        sinceMs + waitMs - now,
      );
      if (leftMs > 0) {
        // A process that was busy for long reads what the database has answered before it looks.
        cancel = clock.after(leftMs, () => setImmediate(look));
      } else if (waiting.delete(take)) {
        taken.reject(new ConnectionLost('no connection to the database became free'));
      }
    };
    let cancel = (): void => {};
    waiting.add(take);
    look();
    return taken.promise;
  }

  return {
    take: async () => {
      if (free === 0) return wait();
      free -= 1;
    },
    giveBack() {
      const [next] = waiting;
      if (next === undefined) free += 1;
      else next();
    },
    answered() {
      answeredAt = clock.now();
    },
  };
}
