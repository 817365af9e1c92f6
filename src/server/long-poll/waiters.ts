/** How many requests may be held at once. */
export interface WaiterLimits {
  /** In this process. */
  readonly total: number;
  /** For one API key, person or machine. */
  readonly perHolder: number;
}

export const WAITER_LIMITS: WaiterLimits = { total: 20_000, perHolder: 64 };

/** One held request. */
export interface Waiter {
  /** Resolves at the next wake after this call; taken before the row is read. */
  nextWake(): Promise<void>;
  release(): void;
}

/**
 * Who waits for what in this process. A wake is only a hint: whoever waits registers first, then
 * reads the row, then waits, and reads again when woken.
 */
export interface Waiters {
  /** Undefined over a limit: the request is then answered at once. */
  register(topic: string, holder: string): Waiter | undefined;
  wake(topics: Iterable<string>): void;
  /** Wakes everybody, where it is not known what has changed. */
  wakeAll(): void;
  readonly held: number;
}

export function createWaiters(limits: WaiterLimits = WAITER_LIMITS): Waiters {
  const ofTopic = new Map<string, Set<Registration>>();
  const countOfHolder = new Map<string, number>();
  let held = 0;

  function release(topic: string, holder: string, registration: Registration): void {
    const peers = ofTopic.get(topic);
    if (!peers?.delete(registration)) return;
    if (peers.size === 0) ofTopic.delete(topic);
    const left = (countOfHolder.get(holder) ?? 1) - 1;
    if (left === 0) countOfHolder.delete(holder);
    else countOfHolder.set(holder, left);
    held -= 1;
  }

  function register(topic: string, holder: string): Waiter | undefined {
    const own = countOfHolder.get(holder) ?? 0;
    if (held >= limits.total || own >= limits.perHolder) return undefined;
    const registration = new Registration();
    ofTopic.set(topic, (ofTopic.get(topic) ?? new Set()).add(registration));
    countOfHolder.set(holder, own + 1);
    held += 1;
    return {
      nextWake: () => registration.nextWake,
      release: () => release(topic, holder, registration),
    };
  }

  function wake(topics: Iterable<string>): void {
    for (const topic of topics) for (const waiter of ofTopic.get(topic) ?? []) waiter.wake();
  }

  return {
    register,
    wake,
    wakeAll: () => wake(ofTopic.keys()),
    get held() {
      return held;
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
