import { pause } from '../../base/time/pause.ts';
import { interruptedFailure } from '../../contract/failure.ts';
import type { Following } from '../look-up.ts';
import { poll } from '../poll.ts';
import { addedOutput } from './join-output.ts';
import { fetchMachineLog } from './machine-log.ts';

const LOOK_EVERY_MS = 5_000;

/** So many lines a machine sends at most. */
export const LOG_LINES_MAX = 1000;

interface LogOptions {
  readonly machine: string;
  /** How many lines are told first. */
  readonly lines: number;
  readonly write: (text: string) => Promise<void>;
  /** Told once of each outage of the service that is waited out. */
  readonly missed: () => Promise<void>;
}

/**
 * Writes the last lines of a machine's own log, then what is new in it, looking every five seconds until the
 * deadline. What passes at the service is waited out once the log was seen. Throws `Failure` as a look
 * does, and interrupted.
 */
export async function followMachineLog(
  following: Following,
  { lines, machine, missed, write }: LogOptions,
): Promise<void> {
  const { clock, deadlineMs, signal } = following;
  let known: string | undefined;
  for (let at = clock.now(); ; at = Math.max(clock.now(), at + LOOK_EVERY_MS)) {
    // A later look is joined to what is known, which must not begin after it.
    const look = () => fetchMachineLog(following, machine, LOG_LINES_MAX);
    const log = await (known === undefined ? look() : poll(following, look, missed));
    if (log === undefined) return;
    const { isGap, text } =
      known === undefined ? { isGap: false, text: lastLines(log, lines) } : addedOutput(known, log);
    await write(isGap ? `[some lines are missing here]\n${text}` : text);
    known = log;
    const waitMs = Math.max(0, at + LOOK_EVERY_MS - clock.now());
    if (clock.now() + waitMs > deadlineMs) return;
    if (!(await pause(clock, waitMs, signal))) throw interruptedFailure();
  }
}

/** The end of a log that has so many lines. */
export function lastLines(log: string, count: number): string {
  let end = log.endsWith('\n') ? log.length - 1 : log.length;
  for (let line = 0; line < count && end >= 0; line += 1) {
    end = end === 0 ? -1 : log.lastIndexOf('\n', end - 1);
  }
  return log.slice(end + 1);
}
