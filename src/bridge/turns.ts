/** A number of places at once; who finds none free waits for its turn. */
export interface Turns {
  /** Takes one; where none is free, gives a promise for one. */
  enter(): Promise<void> | undefined;
  leave(): void;
}

/** Makes so many places. */
export function createTurns(count: number): Turns {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    enter() {
      if (taken >= count) return new Promise<void>((resolve) => waiting.push(resolve));
      taken += 1;
      return undefined;
    },
    leave() {
      // The first one in the queue takes over this place, before any new one.
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next();
    },
  };
}
