import type { Clock } from '../../base/time/clock.ts';
import type { Caller } from '../access/caller.ts';
import type { Service } from '../service.ts';
import type { Waiter } from './waiters.ts';

export interface LongPoll {
  readonly service: Service;
  /** What a change of the awaited thing wakes. */
  readonly topic: string;
  /** Who is held, for the limit of held requests. */
  readonly holder: string;
  /** Cut to the service's own cap, `maxHoldSeconds`. */
  readonly waitSeconds: number;
  readonly signal: AbortSignal;
}

export interface PollResult<T> {
  readonly value: T;
  readonly done: boolean;
  /** A moment in milliseconds at which to look again, woken or not. */
  readonly lookAgainAt?: number;
}

/**
 * Looks, and while the sight is not done waits for a wake and looks again (specification, rule 3).
 * Gives the last sight once it is done, the time is over, the caller has gone, the service stops,
 * or too many requests are held already.
 */
export async function longPoll<T>(
  options: LongPoll,
  look: () => Promise<PollResult<T>>,
): Promise<T> {
  const { service, topic, holder, waitSeconds, signal } = options;
  const { clock, waiters, settings } = service;
  const deadline = clock.now() + Math.min(waitSeconds, settings.maxHoldSeconds) * 1000;
  const waiter = waitSeconds > 0 ? waiters.register(topic, holder) : undefined;
  try {
    for (;;) {
      const wake = waiter?.nextWake();
      const sight = await look();
      const leftMs = Math.min(deadline, sight.lookAgainAt ?? deadline) - clock.now();
      const over = signal.aborted || clock.now() >= deadline;
      if (sight.done || wake === undefined || over) return sight.value;
      await wakeOrTime(wake, { clock, leftMs: Math.max(leftMs, 1), signal });
      // Thousands may be held when the server stops, which has to end within a second.
      if (signal.aborted) return sight.value;
    }
  } finally {
    waiter?.release();
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
