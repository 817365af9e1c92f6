import type { Delivery } from './delivery-record.ts';

/** So many deliveries are kept after the server has them, and so much of their bodies. */
const KEPT_MAX = 1000;
const BODIES_BYTES_MAX = 256 * 1024 * 1024;

/** Of those that strangers can make, rejected ones and duplicates, so many are kept, reported or not. */
const REFUSED_MAX = 1000;
const REFUSED_BODIES_MAX = 100;
const REFUSED_BYTES_MAX = 5 * 1024 * 1024;

/** Of what is told of them without their bodies, also in memory: that of 1000 refused ones, and of the others. */
export const REPORTS_CHARS_MAX = { refused: 20 * 1024 * 1024, others: 64 * 1024 * 1024 } as const;

/** So many others wait for the server at most, with bodies of `BODIES_BYTES_MAX`. */
const WAITING_MAX = 10_000;

interface StoredDelivery {
  readonly delivery: Delivery;
  /** Bytes of its body on disk; 0 where none is kept. */
  readonly storedBytes: number;
  /** Characters of everything else that is kept of it. */
  readonly reportChars: number;
}

interface Surplus {
  readonly remove: readonly Delivery[];
  /** Those whose body alone is to be removed. */
  readonly stripBody: readonly Delivery[];
}

/**
 * What is beyond the limits of these deliveries, which are oldest first: the oldest that the server
 * has, and the oldest refused ones whether it has them or not.
 */
export function surplusOf(stored: readonly StoredDelivery[]): Surplus {
  const remove: Delivery[] = [];
  const stripBody: Delivery[] = [];
  const refused = { count: 0, bodies: 0, bytes: 0, chars: 0 };
  const kept = { count: 0, bytes: 0, chars: 0 };
  for (const { delivery, reportChars, storedBytes } of stored.toReversed()) {
    if (isRefused(delivery)) {
      refused.count += 1;
      if (storedBytes > 0) refused.bodies += 1;
      refused.bytes += storedBytes;
      refused.chars += reportChars;
      const isOver = refused.bodies > REFUSED_BODIES_MAX || refused.bytes > REFUSED_BYTES_MAX;
      const isTooMuch = refused.count > REFUSED_MAX || refused.chars > REPORTS_CHARS_MAX.refused;
      if (isTooMuch) remove.push(delivery);
      else if (isOver && storedBytes > 0) stripBody.push(delivery);
    } else {
      kept.count += 1;
      kept.bytes += storedBytes;
      kept.chars += reportChars;
      const isOver = kept.count > KEPT_MAX || kept.bytes > BODIES_BYTES_MAX;
      const isTooMuch = isOver || kept.chars > REPORTS_CHARS_MAX.others;
      if (isTooMuch && delivery.reported) remove.push(delivery);
    }
  }
  return { remove, stripBody };
}

/** Whether so much waits for the server that no other webhook is to be taken. */
export function isFull(stored: readonly StoredDelivery[]): boolean {
  const waiting = stored.filter(({ delivery }) => !delivery.reported && !isRefused(delivery));
  const bytes = waiting.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  const chars = waiting.reduce((sum, { reportChars }) => sum + reportChars, 0);
  const isLong = bytes >= BODIES_BYTES_MAX || chars >= REPORTS_CHARS_MAX.others;
  return isLong || waiting.length >= WAITING_MAX;
}

/** Whether strangers can make such a delivery. */
export function isRefused({ report: { outcome } }: Delivery): boolean {
  return outcome === 'rejected' || outcome === 'duplicate';
}
