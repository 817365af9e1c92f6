/** A wake-up that is never lost: a ring while nobody waits answers the next wait at once. */
export interface WakeSignal {
  ring(): void;
  /** Resolves at the next ring, or when the signal aborts. */
  wait(signal: AbortSignal): Promise<void>;
}

/** Makes a bell for one waiter. */
export function createWakeSignal(): WakeSignal {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    wait(signal) {
      return new Promise((resolve) => {
        const end = () => {
          wake = undefined;
          rung = false;
          signal.removeEventListener('abort', end);
          resolve();
        };
        if (rung || signal.aborted) return end();
        wake = end;
        signal.addEventListener('abort', end, { once: true });
      });
    },
  };
}
