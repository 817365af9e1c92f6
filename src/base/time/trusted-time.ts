interface TrustedTime {
  /** Milliseconds since the Unix epoch, by a clock that may jump. */
  readonly wall: () => number;
  /** Milliseconds since any moment, on a clock that nobody sets. */
  readonly steady: () => number;
  /** When it was known to be right last; undefined where nothing is known. */
  readonly knownMs?: number | undefined;
}

/** By so much a clock may be ahead of what is known, as that of a computer that slept for a while. */
const AHEAD_MS = 60 * 60 * 1000;

/** For so long a jump ahead is not trusted, by the steady clock: somebody notices, or sets it back. */
const DOUBT_MS = 24 * 60 * 60 * 1000;

/**
 * The time for what is lost for good by it, as history that leaves: where the clock jumps ahead by more
 * than an hour, or is more than a day ahead of what is known at the start, it goes on as if it had not, and
 * trusts the clock a day later. A clock that is set back is trusted at once.
 */
export function trustedTime({ wall, steady, knownMs }: TrustedTime): () => number {
  let steadyMs = steady();
  const startMs = wall();
  const isFarAhead = knownMs !== undefined && startMs - knownMs > DOUBT_MS;
  let trustedMs = isFarAhead ? knownMs : startMs;
  let doubtedSinceMs: number | undefined;
  return () => {
    const nowMs = steady();
    const wallMs = wall();
    trustedMs += nowMs - steadyMs;
    steadyMs = nowMs;
    const aheadMs = wallMs - trustedMs;
    if (aheadMs <= AHEAD_MS) doubtedSinceMs = undefined;
    else doubtedSinceMs ??= nowMs;
    const isDoubted = doubtedSinceMs !== undefined && nowMs - doubtedSinceMs < DOUBT_MS;
    if (!isDoubted) {
      doubtedSinceMs = undefined;
      trustedMs = wallMs;
    }
    return trustedMs;
  };
}
