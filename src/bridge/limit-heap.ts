const YOUNG_BYTES_MAX = 8 * 1024 * 1024;
/** Between two checks less is allocated than would fill the young generation. */
const CHECK_EVERY = 64;
/** How many times as large V8 makes the space when it grows. */
const GROWTH = 2;

/**
 * Keeps V8's young generation from growing beyond 8 MiB: under load it would reach 64 MiB and keep
 * them, in a process that is idle nearly always. It may grow again below that, since V8 also makes it
 * smaller, and a small one under load costs twice as much of the processor. Returns a function to call
 * with each message. `loadV8` is called when it is first needed, so that the start does not load it.
 */
export function limitHeap(loadV8: () => typeof import('node:v8')): () => void {
  let messages = 0;
  let growth = GROWTH;
  return () => {
    messages += 1;
    if (messages % CHECK_EVERY !== 0) return;
    const { getHeapSpaceStatistics, setFlagsFromString } = loadV8();
    const spaces = getHeapSpaceStatistics();
    const young = spaces.find(({ space_name: name }) => name === 'new_space');
    if (young === undefined) return;
    const next = young.space_size * GROWTH > YOUNG_BYTES_MAX ? 1 : GROWTH;
    if (next === growth) return;
    growth = next;
    // V8 reads the limit itself only at the start, but the factor whenever the space is about to grow.
    setFlagsFromString(`--semi-space-growth-factor=${next}`);
  };
}
