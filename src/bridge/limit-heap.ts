const ENOUGH_BYTES = 16 * 1024 * 1024;
/** Between two looks less is allocated than would fill the young generation. */
const LOOK_EVERY = 64;

/**
 * Keeps V8's young generation from growing beyond 16 MiB: under load it would reach 64 MiB and hold
 * them, in a process that is idle nearly always. Gives what is to be called with each message;
 * `loadV8` is called when it is first needed, since a start needs none of it.
 */
export function limitHeap(loadV8: () => typeof import('node:v8')): () => void {
  let messages = 0;
  let isBound = false;
  return () => {
    messages += 1;
    if (isBound || messages % LOOK_EVERY !== 0) return;
    const { getHeapSpaceStatistics, setFlagsFromString } = loadV8();
    const spaces = getHeapSpaceStatistics();
    const young = spaces.find(({ space_name: name }) => name === 'new_space');
    if (young === undefined || young.space_size < ENOUGH_BYTES) return;
    // The limit itself is read at the start only, the factor whenever the space is about to grow.
    setFlagsFromString('--semi-space-growth-factor=1');
    isBound = true;
  };
}
