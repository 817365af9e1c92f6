const WINDOW_MS = 60_000;

/** More addresses than this at a time push out the one that was counted first: some 2 MiB. */
const ADDRESSES_MAX = 20_000;

/** Counts what happens so often in a minute, of each address. */
interface AddressLimit {
  /** Counts one at `nowMs`; gives 0 where it is within the limit, else the seconds until the next one is. */
  take(address: string, nowMs: number): number;
}

interface Window {
  readonly endsAtMs: number;
  count: number;
}

/**
 * A limit of `countMax` in a minute that begins with the first one of an address; one that is over
 * it is not counted. In this process, and bounded whoever counts against it.
 */
export function createAddressLimit(countMax: number): AddressLimit {
  const windows = new Map<string, Window>();
  return {
    take(address, nowMs) {
      const known = windows.get(address);
      if (known !== undefined && isOpen(known, nowMs)) {
        if (known.count >= countMax) return Math.ceil((known.endsAtMs - nowMs) / 1000);
        known.count += 1;
        return 0;
      }
      windows.delete(address);
      windows.set(address, { endsAtMs: nowMs + WINDOW_MS, count: 1 });
      const [oldest] = windows.size > ADDRESSES_MAX ? windows.keys() : [];
      if (oldest !== undefined) windows.delete(oldest);
      return 0;
    },
  };
}

/** A clock that was set back makes no window longer. */
function isOpen({ endsAtMs }: Window, nowMs: number): boolean {
  return endsAtMs > nowMs && endsAtMs <= nowMs + WINDOW_MS;
}
