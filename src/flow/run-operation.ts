import type { Clock } from '../base/time/clock.ts';
import type { FleetClient } from '../client/fleet-client.ts';
import type { FleetResponse } from '../client/response.ts';
import type { KnownClass } from '../client/retry.ts';
import { outcomeOfResponse, type WorkOutcome } from '../contract/outcome.ts';
import { type FollowTarget, targetOf } from '../contract/pending-target.ts';
import { memberOf } from '../contract/response-member.ts';
import type { Tool } from '../contract/tool.ts';
import { followAim, isUnwanted } from './follow-aim.ts';
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
  /** Whether a question does not end the following. */
  readonly pastQuestions?: boolean;
  readonly signal?: AbortSignal;
}

export type OperationEnd =
  /** Finished; `outcome` where the response tells how the work of a job or command ended. */
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
 * for whatever the client refuses or could not send.
 */
export async function runOperation(run: OperationRun): Promise<OperationEnd> {
  const { client, clock, tool, signal } = run;
  const startedAt = clock.now();
  const response = await client.callTool(tool.name, JSON.stringify(run.input), {
    operationClass: run.operationClass,
    waitSeconds: waitSecondsOf(run),
    ...(signal === undefined ? {} : { signal }),
  });
  const aim = followAim({ operation: tool.name, input: run.input }, response);
  if (aim === undefined || run.followTimeoutMs === undefined) return unfollowed(tool, response);
  const { follow } = await import('./follow.ts');
  const end = await follow(followingOf(run, startedAt + run.followTimeoutMs), aim);
  return { kind: 'followed', first: response, end };
}

const LIVE_DELAY_MS = 3_000;

/** What following an operation needs. */
export function followingOf(run: OperationRun, deadlineMs: number): Following {
  const { client, clock, observe, pastQuestions, seen, signal } = run;
  const live = seen === undefined ? {} : { seen, longestDelayMs: LIVE_DELAY_MS };
  return { client, clock, deadlineMs, signal, observe, pastQuestions, ...live };
}

function unfollowed(tool: Tool, response: FleetResponse): OperationEnd {
  if (isPending(response)) {
    return { kind: 'pending', response, target: targetOf(tool.name, response.value) };
  }
  const { value } = response;
  const isTurnedAway = tool.name === 'replay_delivery' && isUnwanted(value);
  return {
    kind: 'answered',
    response,
    outcome: isTurnedAway ? 'failed' : outcomeOfResponse(value),
  };
}

/** How long the service may hold the request: as asked, else as the schema's default says. */
function waitSecondsOf({ input, tool }: OperationRun): number {
  const schema = memberOf(memberOf(tool.input_schema, 'properties'), 'wait_seconds');
  const wait = input['wait_seconds'] ?? memberOf(schema, 'default');
  return typeof wait === 'number' && wait > 0 ? wait : 0;
}
