import type { FleetResponse } from '../client/response.ts';
import type { FollowTarget } from './outcome.ts';
import { memberOf, textOf } from './response-member.ts';

/** Operations whose own command is followed first, although their response names the job it is about. */
const FOLLOWED_BY_COMMAND: ReadonlySet<string> = new Set(['answer_job', 'cancel_job']);

/** Whether the work behind a response is still on its way: status 202 or `pending: true`. */
export function isPending(response: FleetResponse): boolean {
  return response.status === 202 || memberOf(response.value, 'pending') === true;
}

/**
 * What to look up for a pending response of `operation`: the job it names, else its command, else a
 * bare id that may be either. Undefined where it names nothing.
 */
export function targetOf(operation: string, value: unknown): FollowTarget | undefined {
  const command = target('command', textOf(value, 'command_id'));
  const job = target('job', jobIdIn(value));
  const bare = target('unknown', textOf(value, 'id'));
  return FOLLOWED_BY_COMMAND.has(operation) ? (command ?? job ?? bare) : (job ?? command ?? bare);
}

/**
 * The job that a response or a command's result names: `job`, `job_id` or the `id` in `job`, else what
 * the machine calls it.
 */
export function jobIdIn(value: unknown): string | undefined {
  return (
    textOf(value, 'job') ??
    textOf(value, 'job_id') ??
    textOf(memberOf(value, 'job'), 'id') ??
    textOf(value, 'machine_job_id')
  );
}

function target(kind: FollowTarget['kind'], id: string | undefined): FollowTarget | undefined {
  return id === undefined ? undefined : { kind, id };
}
