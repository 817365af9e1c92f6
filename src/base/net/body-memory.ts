/** So much of each body is always kept: more than nearly all requests have. */
const SMALL_BYTES = 64 * 1024;

/** What bodies may hold beyond that while they are on their way. */
interface BodyMemoryOptions {
  /** All of them together. */
  readonly bytesMax: number;
  /** Those of one sender. */
  readonly senderBytesMax: number;
}

/** The memory for the bodies that are on their way: who sends one may take its time. */
export interface BodyMemory {
  /** @param sender whose body it is, by any name that tells senders apart */
  begin(sender: string): OpenBody;
}

/** One body that is on its way. */
export interface OpenBody {
  /** Asked for each part before it is kept: whether there is memory for it. */
  keep(bytes: number): boolean;
  /** The body is not needed any more, or is on its way no longer. */
  end(): void;
}

/** Makes the memory of one listener or server. */
export function createBodyMemory({ bytesMax, senderBytesMax }: BodyMemoryOptions): BodyMemory {
  const heldBy = new Map<string, number>();
  let held = 0;

  function take(sender: string, bytes: number): boolean {
    const ofSender = (heldBy.get(sender) ?? 0) + bytes;
    if (ofSender > senderBytesMax || held + bytes > bytesMax) return false;
    heldBy.set(sender, ofSender);
    held += bytes;
    return true;
  }

  function giveBack(sender: string, bytes: number): void {
    const left = (heldBy.get(sender) ?? 0) - bytes;
    if (left > 0) heldBy.set(sender, left);
    else heldBy.delete(sender);
    held -= bytes;
  }

  return {
    begin(sender) {
      let small = 0;
      let large = 0;
      return {
        keep(bytes) {
          const added = Math.max(0, small + bytes - SMALL_BYTES);
          if (added > 0 && !take(sender, added)) return false;
          small += bytes - added;
          large += added;
          return true;
        },
        end() {
          if (large > 0) giveBack(sender, large);
          large = 0;
        },
      };
    },
  };
}
