// Loaded into a server under test before the program: tells of its process what it is asked.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const NANOSECONDS_PER_MS = 1_000_000;
const RESOLUTION_MS = 5;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
process.on('message', () => {
  globalThis.gc?.();
  const rssBytes = process.memoryUsage.rss();
  // A timer of 5 ms that fires in time is no delay.
  const delayP99Ms = delay.percentile(99) / NANOSECONDS_PER_MS - RESOLUTION_MS;
  delay.reset();
  process.send?.({ rssBytes, delayP99Ms });
});
process.on('disconnect', () => process.exit());
process.channel?.unref();
