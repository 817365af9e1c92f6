import type { Clock } from '../../base/time/clock.ts';
import type { Caller } from '../access/caller.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import type { Waiter } from './waiters.ts';

interface LongPoll<T> {
  readonly service: Service;
  /** What a change of the awaited thing wakes. */
  readonly topic: string;
  /** Whose waiting requests are counted together, for their limit. */
  readonly owner: string;
  /** At most the service's own limit, `maxHoldSeconds`. */
  readonly waitSeconds: number;
  readonly signal: AbortSignal;
  /** What is known before the first reading: the response to a request that does not wait. */
  readonly known: T;
}

interface Reading<T> {
  readonly value: T;
  /** Whether the value is what the request waits for. */
  readonly done: boolean;
  /** A moment in milliseconds at which to read again, woken or not. */
  readonly readAgainAt?: number;
}

/** How soon to read again after the database could not be reached. */
const RETRY_MS = 1000;

/**
 * Reads a value, and while it is not done waits for a wake and reads again (specification, rule 3).
 * Gives the last value once it is done, the time is over, the caller has gone or the service stops,
 * and `known` at once where too many requests wait already. While the database is away it waits too:
 * what was queued is queued all the same, and a 503 would invite its caller to queue it again.
 */
export async function longPoll<T>(
  options: LongPoll<T>,
  read: () => Promise<Reading<T>>,
): Promise<T> {
  const { service, topic, owner, waitSeconds, signal } = options;
  const { clock, waiters, settings } = service;
  const beganAt = clock.now();
  const deadline = beganAt + Math.min(waitSeconds, settings.maxHoldSeconds) * 1000;
  const waiter = waitSeconds > 0 ? waiters.register(topic, owner) : undefined;
  if (waiter === undefined) return options.known;
  let value = options.known;
  try {
    for (;;) {
      // The wake is taken before the value is read, so that no change between the two is missed.
      const wake = waiter.nextWake();
      const retryAt = clock.now() + RETRY_MS;
      const reading = await unlessUnavailable(read, { value, done: false, readAgainAt: retryAt });
      value = reading.value;
      const leftMs = Math.min(deadline, reading.readAgainAt ?? deadline) - clock.now();
      // A clock that was set back makes no wait longer.
      const isOver = signal.aborted || clock.now() >= deadline || clock.now() < beganAt;
      if (reading.done || isOver) return value;
      await wakeOrTime(wake, { clock, leftMs: Math.max(leftMs, 1), signal });
      // Thousands of requests may wait when the server stops, and it has to stop within a second.
      if (signal.aborted) return value;
    }
  } finally {
    waiter.release();
  }
}

/** What `read` gives, or `otherwise` while the database is away. */
export async function unlessUnavailable<T>(read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unavailable') return otherwise;
    throw error;
  }
}

interface WaitLimits {
  readonly clock: Clock;
  readonly leftMs: number;
  readonly signal: AbortSignal;
}

/** Resolves at the wake, when the time is over, and when the signal aborts. */
export function wakeOrTime(
  wake: ReturnType<Waiter['nextWake']>,
  { clock, leftMs, signal }: WaitLimits,
): Promise<void> {
  // By hand, since a race of promises takes a kilobyte for each request that is held.
  return new Promise((resolve) => {
    const end = (): void => {
      cancelTimer();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancelTimer = clock.after(leftMs, end);
    signal.addEventListener('abort', end, { once: true });
    void wake.then(end);
  });
}

/** The owner of a caller's waiting requests: its key or person. */
export function callerKey({ kind, id }: Pick<Caller, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}
