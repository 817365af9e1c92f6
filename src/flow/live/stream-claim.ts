import type { Clock } from '../../base/time/clock.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';

/**
 * So long the one place is left to who took it, first and at most: two that follow one stream each have it in
 * turns, and a piece reaches back far enough for what the job wrote in the other's turn.
 */
const LEAVE_MS = 10_000;
const LEAVE_MS_MAX = 60_000;

interface StreamClaim {
  /** Sees the job of a look-up; whether it is time to ask for the stream again. */
  see(job: unknown): boolean;
  /** Whether somebody else's stream is shown in its place. */
  readonly isTaken: boolean;
}

/**
 * Tells when a stream that was asked for is not shown any more: the service has one place for both streams
 * of a job, which is whose request came last, and its time is as long as that said.
 */
export function streamClaim(clock: Clock, stream: string): StreamClaim {
  let leaveMs = LEAVE_MS;
  let goneAtMs: number | undefined;
  let wasShown = false;
  let isTaken = false;
  return {
    see(job) {
      const output = memberOf(job, 'output') ?? undefined;
      const isOther = (textOf(output, 'stream') ?? stream) !== stream;
      const isShown = output !== undefined && !isOther;
      wasShown ||= isShown;
      isTaken = isOther && (wasShown || isTaken);
      // Before its first piece a stream is not shown either, and that may take its time.
      if (isShown || (!isOther && !wasShown)) {
        goneAtMs = undefined;
        return false;
      }
      goneAtMs ??= clock.now();
      if (clock.now() < goneAtMs + leaveMs) return false;
      goneAtMs = clock.now();
      leaveMs = Math.min(LEAVE_MS_MAX, 2 * leaveMs);
      isTaken = isOther;
      return true;
    },
    get isTaken() {
      return isTaken;
    },
  };
}
