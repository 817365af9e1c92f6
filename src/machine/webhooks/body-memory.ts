/** So much of each body is always kept: more than nearly all webhooks have. */
const SMALL_BYTES = 64 * 1024;

/** What all larger bodies together may hold beyond that. */
const LARGE_BYTES_MAX = 64 * 1024 * 1024;

/** The memory for the bodies that are on their way: who sends one may take its time. */
export interface BodyMemory {
  begin(): OpenBody;
}

/** One body that is on its way. */
export interface OpenBody {
  /** Asked for each part before it is kept: whether there is memory for it. */
  keep(bytes: number): boolean;
  /** The body is not needed any more. */
  end(): void;
}

/** Makes the memory of one listener. */
export function createBodyMemory(): BodyMemory {
  let held = 0;
  return {
    begin() {
      let small = 0;
      let large = 0;
      return {
        keep(bytes) {
          const added = Math.max(0, small + bytes - SMALL_BYTES);
          if (added > 0 && held + added > LARGE_BYTES_MAX) return false;
          small += bytes - added;
          large += added;
          held += added;
          return true;
        },
        end() {
          held -= large;
          large = 0;
        },
      };
    },
  };
}
