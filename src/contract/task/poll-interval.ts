/** How many looks a second all the tasks of one process share. */
const LOOKS_PER_SECOND = 2;
/** The least time between two looks. */
export const LOOK_EVERY_MS = 1000 / LOOKS_PER_SECOND;
const SHORTEST_MS = 1000;

/** How often news of a task can come where `looks` requests show all the tasks that somebody looks at. */
export function pollIntervalMs(looks: number): number {
  return Math.max(SHORTEST_MS, looks * LOOK_EVERY_MS);
}
