import type { Clock } from '../../base/time/clock.ts';
import { pause } from '../../base/time/pause.ts';
import { MachineError } from '../machine-error.ts';

/** How long the sender of a command still waits for it to begin. */
export interface CommandTime {
  /** Throws `MachineError` `expired` where the time is over. */
  requireLeft(): void;
  /** Resolves when `work` has; throws `MachineError` `expired` where the time is over before. */
  waitFor(work: Promise<unknown>): Promise<void>;
}

/** The time of a command that expires at `endsAtMs` by this machine's clock. */
export function commandTime(clock: Clock, endsAtMs: number): CommandTime {
  const requireLeft = () => {
    if (clock.now() >= endsAtMs) throw expired();
  };
  return {
    requireLeft,
    async waitFor(work) {
      const done = new AbortController();
      const leftMs = Math.max(0, endsAtMs - clock.now());
      const first = [work.then(() => true), pause(clock, leftMs, done.signal).then(() => false)];
      const isDone = await Promise.race(first).finally(() => done.abort());
      requireLeft();
      // The clock may have been set back while the time passed.
      if (!isDone) throw expired();
    },
  };
}

function expired(): MachineError {
  return new MachineError(
    'expired',
    'the time of the command was over before the machine began it; it was not run',
  );
}
