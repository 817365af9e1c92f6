import type { Clock } from '../../base/time/clock.ts';

/** The name of a run, which no other has: it begins with its time in base 36. */
export function newRunId({
  clock,
  random,
}: {
  readonly clock: Clock;
  readonly random: () => number;
}): string {
  return `${clock.now().toString(36)}-${Math.floor(random() * 1e9).toString(36)}`;
}

/** Whether a run began before another one; not known of a run of a version that named none. */
export function beganBefore(run: string | undefined, other: string): boolean {
  return run !== undefined && Number.parseInt(run, 36) < Number.parseInt(other, 36);
}
