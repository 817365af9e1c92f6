import type { FleetResponse } from '../client/response.ts';
import type { WorkOutcome } from '../contract/outcome.ts';
import type { FollowTarget } from '../contract/pending-target.ts';

/** How a follow ended. */
export interface FollowEnd {
  readonly outcome: WorkOutcome;
  /** What the last look-up was about. */
  readonly target: FollowTarget;
  /** The last look-up's response; undefined where none came before the time was over. */
  readonly response: FleetResponse | undefined;
}
