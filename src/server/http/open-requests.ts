import type { ServerResponse } from 'node:http';

/** The reason of a signal that aborts since the server stops, and not since the client has gone. */
export const SERVER_STOPS = Symbol('the server stops');

/** The requests in progress, each with the signal that ends its wait. */
interface OpenRequests {
  /** Adds a request; its signal, made once it is asked for, aborts when the client disconnects or the server stops. */
  open(response: ServerResponse): AbortController;
  /** Ends every wait, also of later requests. */
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
        // After the response nothing waits, and the error that an abort creates costs time.
        if (!response.writableFinished) controller.abort();
      });
      if (stopping) controller.abort(SERVER_STOPS);
      return controller;
    },
    stop() {
      stopping = true;
      for (const controller of open) controller.abort(SERVER_STOPS);
    },
    get stopping() {
      return stopping;
    },
  };
}
