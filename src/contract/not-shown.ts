import type { FailureFacts } from './failure.ts';

const NOT_SHOWN: ReadonlySet<number> = new Set([403, 404, 405, 501]);

/** Whether a service refused a look-up since it has no such route, or does not show the thing to this key. */
export function isNotShown({ status }: FailureFacts): boolean {
  return NOT_SHOWN.has(status ?? 0);
}
