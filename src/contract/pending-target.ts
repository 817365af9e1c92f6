import { type JsonObject, membersOf } from '../base/json/object.ts';

/** What is looked up instead of sending again; `unknown` is an id that may name either. */
export interface FollowTarget {
  readonly kind: 'job' | 'command' | 'unknown';
  readonly id: string;
}

/** Operations whose own command is followed: the job that their response names is there already. */
export const FOLLOWED_BY_COMMAND: ReadonlySet<string> = new Set([
  'answer_job',
  'cancel_job',
  'get_job_artifact',
  'watch_job',
]);

/** Types of commands about a job that is there already, and whose end is not that of the job. */
export const ENDS_BY_ITSELF: ReadonlySet<string> = new Set([
  'job.artifact',
  'job.cancel',
  'job.watch',
]);

/** A replayed delivery: its job is there only once the machine has taken it, and never where it is turned away. */
export const REPLAYS_DELIVERY = 'delivery.replay';

/** Types of commands that are followed themselves, whatever job their record names. */
const FOLLOWED_TYPES: ReadonlySet<unknown> = new Set([
  ...ENDS_BY_ITSELF,
  'job.answer',
  REPLAYS_DELIVERY,
]);

/**
 * What to look up for a pending response of `operation`: the job it names, else its command, else a
 * bare id that may be either; the command first where the job may never be made. Undefined where it
 * names nothing.
 */
export function targetOf(operation: string, value: unknown): FollowTarget | undefined {
  const { command_id: commandId, id, type } = membersOf(value);
  const command = target('command', commandId);
  const job = target('job', jobIdIn(value));
  const bare = target('unknown', id);
  const isByCommand = FOLLOWED_BY_COMMAND.has(operation) || FOLLOWED_TYPES.has(type);
  return isByCommand ? (command ?? job ?? bare) : (job ?? command ?? bare);
}

/**
 * The job that a response or a command's result names: `job`, `job_id` or the `id` in `job`, else what
 * the machine calls it.
 */
export function jobIdIn(value: unknown): string | undefined {
  const { job, job_id: jobId, machine_job_id: machineJobId } = membersOf(value);
  return [job, jobId, membersOf(job)['id'], machineJobId].find(isId);
}

/** The tool that looks a pending result up, with its arguments; undefined where it names nothing. */
export function lookUpCall(
  operation: string,
  value: unknown,
): { readonly tool: string; readonly arguments: JsonObject } | undefined {
  const found = targetOf(operation, value);
  if (found === undefined) return undefined;
  return found.kind === 'job'
    ? { tool: 'get_job', arguments: { job: found.id } }
    : { tool: 'get_command', arguments: { command: found.id } };
}

/** Whether a record that was looked up may be the one of this id; its machine may call it so. */
export function isRecordOf(record: unknown, wanted: string): boolean {
  const { id, machine_job_id: machineJobId } = membersOf(record);
  return !isId(id) || id === wanted || machineJobId === wanted;
}

function target(kind: FollowTarget['kind'], id: unknown): FollowTarget | undefined {
  return isId(id) ? { kind, id } : undefined;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
