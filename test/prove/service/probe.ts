// Loaded into a server under test before the program: tells of its process what it is asked.
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';

const NANOSECONDS_PER_MS = 1_000_000;
const RESOLUTION_MS = 5;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
/** How long each response took from its request's head on, by the path that was asked. */
let tookMs: Record<string, number[]> = {};

/** What an entry of a request that was served has beside what every entry has. */
interface Served {
  readonly detail?: { readonly req?: { readonly url?: string } };
}

new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const url = (entry as Served).detail?.req?.url;
    if (entry.name !== 'HttpRequest' || url === undefined) continue;
    const [path = ''] = url.split('?');
    tookMs[path] ??= [];
    tookMs[path].push(entry.duration);
  }
}).observe({ entryTypes: ['http'] });

process.on('message', () => {
  globalThis.gc?.();
  const rssBytes = process.memoryUsage.rss();
  // A timer of 5 ms that fires in time is no delay.
  const delayP99Ms = delay.percentile(99) / NANOSECONDS_PER_MS - RESOLUTION_MS;
  delay.reset();
  process.send?.({ rssBytes, delayP99Ms, tookMs });
  tookMs = {};
});
process.on('disconnect', () => process.exit());
process.channel?.unref();
