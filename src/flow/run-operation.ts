import type { Clock } from '../base/time/clock.ts';
import type { FleetClient } from '../client/fleet-client.ts';
import type { FleetResponse } from '../client/response.ts';
import type { KnownClass } from '../client/retry.ts';
import { isProblem } from '../contract/error-document.ts';
import { HOLD_SECONDS_MAX } from '../contract/limits.ts';
import type { WorkOutcome } from '../contract/outcome.ts';
import { type FollowTarget, targetOf } from '../contract/pending-target.ts';
import { memberOf } from '../contract/response-member.ts';
import type { Tool } from '../contract/tool.ts';
import { SETS_WORK_GOING } from '../contract/work-operations.ts';
import type { FollowEnd } from './follow-end.ts';
import type { FollowObserver } from './follow-progress.ts';
import type { Following, FollowSeen } from './look-up.ts';
import { isPending } from './pending.ts';

export interface OperationRun {
  readonly client: FleetClient;
  readonly clock: Clock;
  readonly tool: Tool;
  readonly operationClass: KnownClass;
  /** The operation's input, checked before. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Follow what is pending, at most so long in all; without it nothing is followed. */
  readonly followTimeoutMs?: number;
  readonly observe?: FollowObserver;
  /** Somebody looks at every look-up; they come more often then. */
  readonly seen?: FollowSeen;
  /** As in `Following`. */
  readonly missed?: () => void;
  /** Whether a question does not end the following. */
  readonly pastQuestions?: boolean;
  readonly signal?: AbortSignal;
}

export type OperationEnd =
  /** Finished; `outcome` where the response tells it and somebody asked for the end; a failure also unasked. */
  | {
      readonly kind: 'answered';
      readonly response: FleetResponse;
      readonly outcome: WorkOutcome | undefined;
    }
  /** Accepted and on its way, and not followed: nobody asked, or `target` is undefined. */
  | {
      readonly kind: 'pending';
      readonly response: FleetResponse;
      readonly target: FollowTarget | undefined;
    }
  | { readonly kind: 'followed'; readonly first: FleetResponse; readonly end: FollowEnd };

/**
 * Sends one operation, recognises a pending response and follows it where asked. Throws `Failure`
 * for whatever the client refuses or could not send, and for a problem, or nothing, in the
 * place of an action's answer.
 */
export async function runOperation(run: OperationRun): Promise<OperationEnd> {
  const { client, clock, tool, signal } = run;
  const startedAt = clock.now();
  const response = await client.callTool(tool.name, JSON.stringify(run.input), {
    operationClass: run.operationClass,
    waitSeconds: waitSecondsOf(run),
    ...(signal === undefined ? {} : { signal }),
  });
  if (run.followTimeoutMs === undefined && isPending(response)) {
    return { kind: 'pending', response, target: targetOf(tool.name, response.value) };
  }
  const { value } = response;
  const isDoubtful = run.operationClass !== 'read' && (value == null || isProblem(value));
  if (asksForEnd(run) || isDoubtful) {
    const { endOf } = await import('./operation-end.ts');
    return endOf(run, response, startedAt);
  }
  // What no machine carries out may have a record with a status in its response too.
  const mayTellOfWork = takesWait(tool) ? waitSecondsOf(run) > 0 : SETS_WORK_GOING.has(tool.name);
  if (run.operationClass === 'read' || !mayTellOfWork) {
    return { kind: 'answered', response, outcome: undefined };
  }
  const { failureUnasked } = await import('./operation-end.ts');
  return { kind: 'answered', response, outcome: failureUnasked(tool, value) };
}

/** Whether it is followed, or the service was asked to wait for its end. */
function asksForEnd({ followTimeoutMs, input }: OperationRun): boolean {
  return followTimeoutMs !== undefined || Number(input['wait_seconds'] ?? 0) > 0;
}

const LIVE_DELAY_MS = 3_000;

/** What following an operation needs. */
export function followingOf(run: OperationRun, deadlineMs: number): Following {
  const { client, clock, missed, observe, pastQuestions, seen, signal } = run;
  const live = seen === undefined ? {} : { seen, longestDelayMs: LIVE_DELAY_MS };
  return { client, clock, deadlineMs, signal, missed, observe, pastQuestions, ...live };
}

/** Whether a person can say how long the service waits; of what takes no such time it knows by itself. */
export function takesWait({ input_schema }: Tool): boolean {
  return memberOf(memberOf(input_schema, 'properties'), 'wait_seconds') !== undefined;
}

/** How long the service may hold the request: as asked, else as the schema's default says, which nobody chose. */
function waitSecondsOf({ input, tool }: OperationRun): number {
  const schema = memberOf(memberOf(tool.input_schema, 'properties'), 'wait_seconds');
  const [asked, byDefault] = [input['wait_seconds'], memberOf(schema, 'default')];
  if (typeof asked === 'number') return Math.max(0, asked);
  return typeof byDefault === 'number' ? Math.max(0, Math.min(byDefault, HOLD_SECONDS_MAX)) : 0;
}
