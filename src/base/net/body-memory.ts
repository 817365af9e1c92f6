/** So much of each body is always kept: more than nearly all requests have. */
const SMALL_BYTES = 64 * 1024;

/** What bodies may hold beyond that while they are on their way. */
interface BodyMemoryOptions {
  /** All of them together. */
  readonly bytesMax: number;
  /** Those of one sender. */
  readonly senderBytesMax: number;
}

/** Whose body it is, and to whom its sender belongs; each by any name that tells them apart. */
interface BodySender {
  readonly sender: string;
  readonly group: string;
}

/**
 * The memory for the bodies that are on their way: who sends one may take its time. Where it is full, who
 * holds most of it gives way to who would still hold less: the oldest body of the largest sender
 * of the largest group. So however many bodies some hold back, all others have room for theirs.
 */
export interface BodyMemory {
  begin(sender: BodySender): OpenBody;
}

/** One body that is on its way. */
export interface OpenBody {
  /** Called where it has to give way to another's; it gives way to none while this is not set. */
  giveWay?: (() => void) | undefined;
  /** Asked for each part before it is kept: whether there is memory for it. */
  keep(bytes: number): boolean;
  /** The body is not needed any more, or is on its way no longer. */
  end(): void;
}

interface HeldBody extends BodySender {
  readonly body: OpenBody;
  bytes: number;
}

/** Makes the memory of one listener or server. */
export function createBodyMemory({ bytesMax, senderBytesMax }: BodyMemoryOptions): BodyMemory {
  /** The bodies that hold something; oldest first. */
  const held = new Set<HeldBody>();
  const heldBy = new Map<string, number>();
  let all = 0;

  function take(asking: HeldBody, bytes: number): boolean {
    const ofSender = (heldBy.get(asking.sender) ?? 0) + bytes;
    if (ofSender > senderBytesMax) return false;
    while (all + bytes > bytesMax) {
      const other = whoGivesWay(held, asking, bytes);
      if (other === undefined) return false;
      giveBack(other);
      other.body.giveWay?.();
    }
    heldBy.set(asking.sender, ofSender);
    all += bytes;
    asking.bytes += bytes;
    held.add(asking);
    return true;
  }

  function giveBack(one: HeldBody): void {
    const left = (heldBy.get(one.sender) ?? 0) - one.bytes;
    if (left > 0) heldBy.set(one.sender, left);
    else heldBy.delete(one.sender);
    all -= one.bytes;
    one.bytes = 0;
    held.delete(one);
  }

  return {
    begin(sender) {
      let small = 0;
      const body: OpenBody = {
        keep(bytes) {
          const added = Math.max(0, small + bytes - SMALL_BYTES);
          if (added > 0 && !take(large, added)) return false;
          small += bytes - added;
          return true;
        },
        end: () => giveBack(large),
      };
      const large: HeldBody = { ...sender, body, bytes: 0 };
      return body;
    },
  };
}

/** The oldest of the largest sender of the largest group, where that holds more than `asking` would. */
function whoGivesWay(
  held: ReadonlySet<HeldBody>,
  asking: HeldBody,
  bytes: number,
): HeldBody | undefined {
  const able = [...held].filter((one) => one.body.giveWay !== undefined);
  const groups = sumBy(able, ({ group }) => group);
  const group = largestOf(groups);
  const inGroup = able.filter((one) => one.group === group);
  const senders = sumBy(inGroup, ({ sender }) => sender);
  const sender = largestOf(senders);
  const isFair =
    group === asking.group
      ? (senders.get(sender) ?? 0) > (senders.get(asking.sender) ?? 0) + bytes
      : (groups.get(group) ?? 0) > (groups.get(asking.group) ?? 0) + bytes;
  return isFair ? inGroup.find((one) => one.sender === sender) : undefined;
}

function sumBy(bodies: readonly HeldBody[], nameOf: (body: HeldBody) => string) {
  const sums = new Map<string, number>();
  for (const one of bodies) sums.set(nameOf(one), (sums.get(nameOf(one)) ?? 0) + one.bytes);
  return sums;
}

function largestOf(sums: ReadonlyMap<string, number>): string {
  const [[name] = ['']] = [...sums].sort(([, a], [, b]) => b - a);
  return name;
}
