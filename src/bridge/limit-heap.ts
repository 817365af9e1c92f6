const YOUNG_BYTES_MAX = 16 * 1024 * 1024;
/** Between two checks less is allocated than would fill the young generation. */
const CHECK_EVERY = 64;

/**
 * Keeps V8's young generation from growing beyond 16 MiB: under load it would reach 64 MiB and keep
 * them, in a process that is idle nearly always. Returns a function to call with each message.
 * `loadV8` is called when it is first needed, so that the start does not load it.
 */
export function limitHeap(loadV8: () => typeof import('node:v8')): () => void {
  let messages = 0;
  let isLimited = false;
  return () => {
    messages += 1;
    if (isLimited || messages % CHECK_EVERY !== 0) return;
    const { getHeapSpaceStatistics, setFlagsFromString } = loadV8();
    const spaces = getHeapSpaceStatistics();
    const young = spaces.find(({ space_name: name }) => name === 'new_space');
    if (young === undefined || young.space_size < YOUNG_BYTES_MAX) return;
    // V8 reads the limit itself only at the start, but the factor whenever the space is about to grow.
    setFlagsFromString('--semi-space-growth-factor=1');
    isLimited = true;
  };
}
