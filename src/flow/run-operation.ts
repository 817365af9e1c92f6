import type { Clock } from '../base/time/clock.ts';
import type { FleetClient } from '../client/fleet-client.ts';
import type { FleetResponse } from '../client/response.ts';
import type { KnownClass } from '../client/retry.ts';
import type { Tool } from '../contract/tool.ts';
import { follow } from './follow.ts';
import type { FollowObserver } from './follow-progress.ts';
import {
  type FollowEnd,
  type FollowTarget,
  outcomeOfResponse,
  type WorkOutcome,
} from './outcome.ts';
import { FOLLOWED_BY_COMMAND, isPending, targetOf } from './pending.ts';
import { memberOf, recordIn, textOf } from './response-member.ts';

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
  const target = followed(run, response);
  if (target === undefined || run.followTimeoutMs === undefined) return unfollowed(tool, response);
  const end = await follow(
    { client, clock, deadlineMs: startedAt + run.followTimeoutMs, signal, observe: run.observe },
    { target, onToJob: !FOLLOWED_BY_COMMAND.has(tool.name) },
  );
  return { kind: 'followed', first: response, end };
}

/** What is to be followed: what a pending response names, and what get_job or get_command was about. */
function followed({ tool }: OperationRun, response: FleetResponse): FollowTarget | undefined {
  if (isPending(response)) return targetOf(tool.name, response.value);
  const kind = tool.name === 'get_job' ? 'job' : 'command';
  if (tool.name !== 'get_job' && tool.name !== 'get_command') return undefined;
  const id = textOf(recordIn(response.value, kind), 'id');
  return id === undefined ? undefined : { kind, id };
}

function unfollowed(tool: Tool, response: FleetResponse): OperationEnd {
  if (isPending(response)) {
    return { kind: 'pending', response, target: targetOf(tool.name, response.value) };
  }
  return { kind: 'answered', response, outcome: outcomeOfResponse(response.value) };
}

/** How long the service may hold the request: as asked, else as the schema's default says. */
function waitSecondsOf({ input, tool }: OperationRun): number {
  const schema = memberOf(memberOf(tool.input_schema, 'properties'), 'wait_seconds');
  const wait = input['wait_seconds'] ?? memberOf(schema, 'default');
  return typeof wait === 'number' && wait > 0 ? wait : 0;
}
