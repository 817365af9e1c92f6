import type { Clock } from '../../base/time/clock.ts';
import { jobMessage } from '../../contract/task/status-message.ts';
import { cleanLine } from './tasks/clean-line.ts';
import type { McpToolCall } from './toolbox.ts';

const EVERY_MS = 5000;
/** Between two reports within a millisecond: the progress must increase. */
const STEP = 0.001;

interface WaitingCall extends Pick<McpToolCall, 'name' | 'progressToken' | 'notify'> {
  readonly clock: Clock;
}

/** Reports of one call that waits. */
interface WaitingReports {
  /** Told what the call waits for, each time that it is read. */
  readonly onJob: ((job: object) => void) | undefined;
  readonly stop: () => void;
}

/**
 * Tells the client of each change of the job that a call waits for, and each five seconds that it
 * still waits, where it gave a token (MCP, "Progress"): clients give up a call of which they hear
 * nothing for a minute.
 */
export function reportProgress({
  clock,
  name,
  notify,
  progressToken,
}: WaitingCall): WaitingReports {
  if (progressToken === undefined) return { onJob: undefined, stop: () => {} };
  const token = progressToken;
  const startedAtMs = clock.now();
  let last = 0;
  let job: string | undefined;
  let cancel = clock.after(EVERY_MS, reportWaiting);

  function report(message: string): void {
    const seconds = (clock.now() - startedAtMs) / 1000;
    last = Math.max(seconds, last + STEP);
    const params = { progressToken: token, progress: last, message };
    // Who has gone needs no progress, and the call itself ends by its signal.
    notify({ method: 'notifications/progress', params }).catch(() => {});
    cancel();
    cancel = clock.after(EVERY_MS, reportWaiting);
  }

  function reportWaiting(): void {
    const waited = `waiting for ${Math.round((clock.now() - startedAtMs) / 1000)} s`;
    report(`${name}: ${job === undefined ? waited : `${job} (${waited})`}`);
  }

  return {
    onJob(record) {
      const now = jobMessage(record, cleanLine);
      if (now === job) return;
      job = now;
      report(`${name}: ${job}`);
    },
    stop: () => cancel(),
  };
}
