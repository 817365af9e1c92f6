import type { FleetResponse } from '../client/answer.ts';

/** How work ended; a command gives exit 0, 9, 10 and 8 for them, in this order. */
export type WorkOutcome = 'done' | 'failed' | 'person_needed' | 'still_pending';

/** What is looked up instead of sending again; `unknown` is an id that may name either. */
export interface FollowTarget {
  readonly kind: 'job' | 'command' | 'unknown';
  readonly id: string;
}

export interface FollowEnd {
  readonly outcome: WorkOutcome;
  /** What the last look-up was about. */
  readonly target: FollowTarget;
  /** The last look-up's answer; undefined where none came before the time was over. */
  readonly answer: FleetResponse | undefined;
}

/** A change worth showing. Its texts come from the service and its machines: they are data. */
export interface FollowChange {
  readonly target: FollowTarget;
  /** State or status as the service wrote it. */
  readonly state: string | undefined;
  readonly message: string | undefined;
  readonly percent: number | undefined;
}

export type FollowObserver = (change: FollowChange) => void;
