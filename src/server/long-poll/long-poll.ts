import type { Clock } from '../../base/time/clock.ts';
import type { Caller } from '../access/caller.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import type { Waiter } from './waiters.ts';

export interface LongPoll<T> {
  readonly service: Service;
  /** What a change of the awaited thing wakes. */
  readonly topic: string;
  /** Who is held, for the limit of held requests. */
  readonly holder: string;
  /** Cut to the service's own cap, `maxHoldSeconds`. */
  readonly waitSeconds: number;
  readonly signal: AbortSignal;
  /** What is known before the first look: the answer of a request that is not held. */
  readonly known: T;
}

export interface PollResult<T> {
  readonly value: T;
  readonly done: boolean;
  /** A moment in milliseconds at which to look again, woken or not. */
  readonly lookAgainAt?: number;
}

/** How soon to look again after the database could not be asked. */
const RETRY_MS = 1000;

/**
 * Looks, and while the sight is not done waits for a wake and looks again (specification, rule 3).
 * Gives the last sight once it is done, the time is over, the caller has gone, the service stops,
 * or too many requests are held already. A database that is away is waited for: what was queued is
 * queued all the same, and a 503 would invite its caller to queue it again.
 */
export async function longPoll<T>(
  options: LongPoll<T>,
  look: () => Promise<PollResult<T>>,
): Promise<T> {
  const { service, topic, holder, waitSeconds, signal } = options;
  const { clock, waiters, settings } = service;
  const deadline = clock.now() + Math.min(waitSeconds, settings.maxHoldSeconds) * 1000;
  const waiter = waitSeconds > 0 ? waiters.register(topic, holder) : undefined;
  if (waiter === undefined) return options.known;
  let value = options.known;
  try {
    for (;;) {
      const wake = waiter.nextWake();
      const retryAt = clock.now() + RETRY_MS;
      const sight = await unlessUnavailable(look, { value, done: false, lookAgainAt: retryAt });
      value = sight.value;
      const leftMs = Math.min(deadline, sight.lookAgainAt ?? deadline) - clock.now();
      const over = signal.aborted || clock.now() >= deadline;
      if (sight.done || over) return value;
      await wakeOrTime(wake, { clock, leftMs: Math.max(leftMs, 1), signal });
      // Thousands may be held when the server stops, which has to end within a second.
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

interface Bounds {
  readonly clock: Clock;
  readonly leftMs: number;
  readonly signal: AbortSignal;
}

async function wakeOrTime(wake: ReturnType<Waiter['nextWake']>, bounds: Bounds): Promise<void> {
  const over = Promise.withResolvers<void>();
  const cancelTimer = bounds.clock.after(bounds.leftMs, over.resolve);
  const onAbort = (): void => over.resolve();
  bounds.signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([wake, over.promise]);
  } finally {
    cancelTimer();
    bounds.signal.removeEventListener('abort', onAbort);
  }
}

/** Whose held requests are counted together: those of one key or person. */
export function callerKey({ kind, id }: Pick<Caller, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}
