import type { JsonObject } from '../../base/json/object.ts';
import type { Mac, TaskName } from '../../contract/task/task-id.ts';
import type { TaskState } from '../../contract/task/task-record.ts';
import type { RefusedAct } from './call-for-task.ts';
import { noForms, type PutForms } from './put-forms.ts';

/** What this process knows of one task. */
export interface TaskEntry {
  readonly taskId: string;
  readonly name: TaskName;
  readonly mac: Mac;
  /** Whether the service's endpoint made it, and so shows and changes it. */
  readonly isHosted: boolean;
  /** As it was last looked at; undefined before the first look. */
  state: TaskState | undefined;
  changedAt: string;
  lookedAtMs: number;
  /** When somebody asked for it last. */
  wantedAtMs: number;
  /** Called after each change of what is shown. */
  readonly listeners: Set<() => void>;
  /** A page shows that it ended or asks: the job itself has the rest. */
  needsDetail: boolean;
  /** The last pages did not show it. */
  isOffPage: boolean;
  isLooking: boolean;
  /** Whether the last look taught nothing. */
  isAway: boolean;
  isGone: boolean;
  /** Keys of questions that the person has answered or turned down. */
  readonly closedKeys: Set<string>;
  readonly forms: PutForms;
  /** Whether an answer of the person came when nothing was asked any more. */
  isAnswerLate: boolean;
  /** What became of the last answer of the person that was refused or lost. */
  refusedAnswer: RefusedAct | undefined;
  /** What came of the client's last update or cancellation, where it came to nothing. */
  note: string | undefined;
  /** Whether the service has taken a cancellation of it. */
  isCancelling: boolean;
  /** The question whether the job is to be cancelled, until it is answered. */
  cancelQuestion: CancelQuestion | undefined;
}

/** A confirmation that waits for the person, as a request of the task. */
interface CancelQuestion {
  readonly key: string;
  readonly request: unknown;
  /** Parameters of the call with the answer, but for the answer. */
  readonly params: JsonObject;
}

/** A task that nothing is known of but its id. */
export function newEntry(
  named: Pick<TaskEntry, 'taskId' | 'name' | 'mac'> & Partial<TaskEntry>,
  now: number,
): TaskEntry {
  return {
    isHosted: false,
    state: undefined,
    changedAt: new Date(named.name.createdMs).toISOString(),
    lookedAtMs: Number.NEGATIVE_INFINITY,
    wantedAtMs: now,
    listeners: new Set(),
    needsDetail: false,
    isOffPage: false,
    isLooking: false,
    isAway: false,
    isGone: false,
    closedKeys: new Set(),
    forms: noForms(),
    isAnswerLate: false,
    refusedAnswer: undefined,
    note: undefined,
    isCancelling: false,
    cancelQuestion: undefined,
    ...named,
  };
}

/** Whether nothing about the task can change any more. */
export function isEnded({ isGone, state }: TaskEntry): boolean {
  return isGone || state?.status === 'completed' || state?.status === 'cancelled';
}
