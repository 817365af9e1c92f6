import type { Clock } from '../../base/time/clock.ts';
import type { Output } from '../../terminal/output.ts';

/** A shorter wait passes before anybody has read of it. */
const TOLD_FROM_MS = 2_000;

/** Tells on stderr how long the service has requests wait: once for those that wait at the same time. */
export function waitNote(
  { quiet }: { readonly quiet?: boolean },
  { clock, stderr }: { readonly clock: Clock; readonly stderr: Pick<Output, 'write'> },
): (waitMs: number) => void {
  let toldUntil = 0;
  return (waitMs) => {
    const now = clock.now();
    if (waitMs < TOLD_FROM_MS || now < toldUntil || quiet === true) return;
    toldUntil = now + waitMs;
    const seconds = Math.ceil(waitMs / 1000);
    void stderr.write(`The service asks to wait: it goes on in ${seconds}s.\n`);
  };
}
