// Loaded into the bridge by `node --expose-gc --import`: at SIGUSR2 it writes to file descriptor 3, as a
// line of JSON, what is alive after a garbage collection.
import { writeSync } from 'node:fs';

/** What a process holds on to, however much memory the system has left to it. */
export interface LiveObjects {
  readonly heapBytes: number;
  /** Open sockets, pipes and running timers. */
  readonly handles: number;
}

process.on('SIGUSR2', () => {
  // The second one takes what the finalizers of the first one let go.
  globalThis.gc?.();
  globalThis.gc?.();
  const live: LiveObjects = {
    heapBytes: process.memoryUsage().heapUsed,
    handles: process.getActiveResourcesInfo().length,
  };
  writeSync(3, `${JSON.stringify(live)}\n`);
});
