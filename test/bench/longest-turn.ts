const EVERY_MS = 1;

/**
 * Measures the longest turn of the event loop by the CPU it took, which other processes cannot lengthen.
 * A message of the parent is answered with `{ longestMs }` and begins a new measurement; the process
 * ends with its parent.
 */
export function tellLongestTurns(): void {
  let longestMs = 0;
  let turnBeganAt = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(turnBeganAt);
    longestMs = Math.max(longestMs, (user + system) / 1000);
    turnBeganAt = process.threadCpuUsage();
  }, EVERY_MS);
  process.on('message', () => {
    process.send?.({ longestMs });
    longestMs = 0;
  });
  process.on('disconnect', () => process.exit());
}
