/** How many requests may wait at once. */
export interface WaiterLimits {
  /** In this process. */
  readonly total: number;
  /** For one API key, person or machine. */
  readonly perOwner: number;
}

export const WAITER_LIMITS: WaiterLimits = { total: 20_000, perOwner: 64 };

/** One waiting request. */
export interface Waiter {
  /** Resolves at the next wake after this call; taken before the row is read. */
  nextWake(): Promise<void>;
  release(): void;
}

/**
 * Who waits for what in this process. A wake is only a hint: a request registers first, then reads
 * the row, then waits, and reads again when it is woken.
 */
export interface Waiters {
  /** Undefined over a limit: the request then gets its response at once. */
  register(topic: string, owner: string): Waiter | undefined;
  wake(topics: Iterable<string>): void;
  /** Wakes all waiters, where it is not known what has changed. */
  wakeAll(): void;
  readonly waiting: number;
}

export function createWaiters(limits: WaiterLimits = WAITER_LIMITS): Waiters {
  const ofTopic = new Map<string, Set<Registration>>();
  const countOfOwner = new Map<string, number>();
  let waiting = 0;

  function release(topic: string, owner: string, registration: Registration): void {
    const peers = ofTopic.get(topic);
    if (!peers?.delete(registration)) return;
    if (peers.size === 0) ofTopic.delete(topic);
    const left = (countOfOwner.get(owner) ?? 1) - 1;
    if (left === 0) countOfOwner.delete(owner);
    else countOfOwner.set(owner, left);
    waiting -= 1;
  }

  function register(topic: string, owner: string): Waiter | undefined {
    const own = countOfOwner.get(owner) ?? 0;
    if (waiting >= limits.total || own >= limits.perOwner) return undefined;
    const registration = new Registration();
    ofTopic.set(topic, (ofTopic.get(topic) ?? new Set()).add(registration));
    countOfOwner.set(owner, own + 1);
    waiting += 1;
    return {
      nextWake: () => registration.nextWake,
      release: () => release(topic, owner, registration),
    };
  }

  function wake(topics: Iterable<string>): void {
    for (const topic of topics) for (const waiter of ofTopic.get(topic) ?? []) waiter.wake();
  }

  return {
    register,
    wake,
    wakeAll: () => wake(ofTopic.keys()),
    get waiting() {
      return waiting;
    },
  };
}

class Registration {
  #next = Promise.withResolvers<void>();

  get nextWake(): Promise<void> {
    return this.#next.promise;
  }

  wake(): void {
    const woken = this.#next;
    this.#next = Promise.withResolvers();
    woken.resolve();
  }
}
