import type { ServerResponse } from 'node:http';

/** The requests being answered, each with the signal that ends its wait. */
interface OpenRequests {
  /** Starts a call; its signal aborts when the caller hangs up or the server stops. */
  open(response: ServerResponse): AbortSignal;
  /** Ends every wait, also of calls still to come. */
  stop(): void;
  readonly stopping: boolean;
}

export function createOpenRequests(): OpenRequests {
  const open = new Set<AbortController>();
  let stopping = false;
  return {
    open(response) {
      const controller = new AbortController();
      open.add(controller);
      response.once('close', () => {
        open.delete(controller);
        // After the answer nobody waits any more, and the error that an abort makes is not cheap.
        if (!response.writableFinished) controller.abort();
      });
      if (stopping) controller.abort();
      return controller.signal;
    },
    stop() {
      stopping = true;
      for (const controller of open) controller.abort();
    },
    get stopping() {
      return stopping;
    },
  };
}
