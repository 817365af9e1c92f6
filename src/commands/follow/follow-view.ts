import type { FollowTarget } from '../../contract/pending-target.ts';
import type { OperationRun } from '../../flow/run-operation.ts';

/** What a person or a program sees while something is followed. */
export interface FollowView {
  /** What the flow tells it. */
  readonly looking: Pick<OperationRun, 'missed' | 'observe' | 'seen' | 'signal'>;
  /** Takes a display away, so that nothing of it stands beside later output. */
  stop(): Promise<void>;
  /** Writes how it ended, in place of the answer; gives false where the answer is to be printed. */
  end(how: FollowedTo): Promise<boolean>;
}

/** How the following ended. */
export interface FollowedTo {
  readonly exitCode: number;
  /** The last record that was looked up, or the answer of an operation that set nothing going. */
  readonly record: unknown;
  readonly error?: string;
  /** What could not be followed. */
  readonly target?: FollowTarget | undefined;
}
