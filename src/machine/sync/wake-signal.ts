/** Wakes one waiter. A wake-up while nobody waits is kept: the next wait then ends at once. */
export interface WakeSignal {
  wake(): void;
  /** Resolves at the next wake-up, or when the signal aborts. */
  wait(signal: AbortSignal): Promise<void>;
}

/** Makes a wake signal for one waiter. */
export function createWakeSignal(): WakeSignal {
  let isPending = false;
  let endWait: (() => void) | undefined;
  return {
    wake() {
      isPending = true;
      endWait?.();
    },
    wait(signal) {
      return new Promise((resolve) => {
        const end = () => {
          endWait = undefined;
          isPending = false;
          signal.removeEventListener('abort', end);
          resolve();
        };
        if (isPending || signal.aborted) return end();
        endWait = end;
        signal.addEventListener('abort', end, { once: true });
      });
    },
  };
}
