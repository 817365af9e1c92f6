import type { FleetResponse } from '../client/response.ts';
import { JOB_STARTING_COMMANDS } from '../contract/command-type.ts';
import { outcomeOfResponse } from '../contract/outcome.ts';
import {
  ENDS_BY_ITSELF,
  FOLLOWED_BY_COMMAND,
  type FollowTarget,
  isRecordOf,
  jobIdIn,
  REPLAYS_DELIVERY,
  targetOf,
} from '../contract/pending-target.ts';
import { memberOf, recordIn, textOf } from '../contract/response-member.ts';
import { STARTS_JOB } from '../contract/work-operations.ts';
import { isPending } from './pending.ts';

/** What is followed to its end. */
export interface FollowAim {
  readonly target: FollowTarget;
  /** Whether a job that the command's result names is followed too. */
  readonly onToJob: boolean;
  /** The job that goes on when the command is done, where it is known before. */
  readonly job?: string | undefined;
  /** The question that was just answered, which the service may show for a moment yet. */
  readonly answered?: string | undefined;
  /** The operation that was sent, where it starts a job. */
  readonly starts?: string;
  /** The outcome of a delivery decides where its command's result names no job, whatever type its command has. */
  readonly ofDelivery?: boolean;
}

/** An operation that was sent. */
interface SentOperation {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * What an action set going: what a pending response names, what get_job and get_command were about,
 * the job that got an answer, the job of a delivery that was replayed. Undefined where nothing is
 * under way.
 */
export function followAim(
  { input, operation }: SentOperation,
  response: FleetResponse,
): FollowAim | undefined {
  const { value } = response;
  const target = isPending(response)
    ? targetOf(operation, value)
    : answered({ input, operation }, value);
  return target === undefined ? undefined : aimAt(target, { input, operation }, value);
}

/** What of an operation is followed by way of `target`, which its response names. */
export function aimAt(
  target: FollowTarget,
  { input, operation }: SentOperation,
  value: unknown,
): FollowAim {
  return {
    target,
    onToJob: operation === 'answer_job' || !FOLLOWED_BY_COMMAND.has(operation),
    ...(operation === 'answer_job' ? { job: jobIdIn(value) ?? textOf(input, 'job') } : {}),
    ...(STARTS_JOB.has(operation) ? { starts: operation } : {}),
    ...(operation === 'replay_delivery' ? { ofDelivery: true } : {}),
  };
}

/** What goes on although the operation itself is over. */
function answered({ input, operation }: SentOperation, value: unknown): FollowTarget | undefined {
  switch (operation) {
    case 'get_job':
    case 'get_command': {
      const kind = operation === 'get_job' ? 'job' : 'command';
      return targetNamed(kind, lookedUp(recordIn(value, kind), textOf(input, kind)));
    }
    case 'answer_job':
    case 'replay_delivery':
      // A failed command has started nothing.
      if (outcomeOfResponse(value, { operation, acts: true }) === 'failed') return undefined;
      return startedBy(value) ?? targetNamed('job', textOf(input, 'job'));
    default:
      return undefined;
  }
}

/** The id of what was looked up: the response may have no record, or another one. */
function lookedUp(record: unknown, wanted: string | undefined): string | undefined {
  const id = textOf(record, 'id');
  return wanted !== undefined && !isRecordOf(record, wanted) ? wanted : (id ?? wanted);
}

/** A job that the machine alone names is followed by way of the command, which tells whose it may be. */
function startedBy(value: unknown): FollowTarget | undefined {
  const job = jobIdIn(value);
  const isMachines = job !== undefined && job === textOf(value, 'machine_job_id');
  const command = isMachines ? textOf(value, 'command_id') : undefined;
  return targetNamed('command', command) ?? targetNamed('job', job);
}

/** What is about the job that it starts; what replays one may be about that. */
const RUNS_NEW: ReadonlySet<string> = new Set(['run_skill', 'test_skill', 'job.run', 'skill.test']);

/** The job to follow once a command is done. */
export function jobAfter(aim: FollowAim, command: unknown): string | undefined {
  if (!aim.onToJob || ENDS_BY_ITSELF.has(textOf(command, 'type') ?? '')) return undefined;
  const isNew = startsOf(aim, command).some((name) => RUNS_NEW.has(name));
  const named = jobIdIn(memberOf(command, 'result')) ?? (isNew ? jobIdIn(command) : undefined);
  return aim.job ?? named;
}

/** Whether a command only began a job, by what was sent or by its type: its end is not that of the job. */
export function onlyBegan(aim: FollowAim, command: unknown): boolean {
  return aim.onToJob && startsOf(aim, command).length > 0;
}

function startsOf({ starts }: FollowAim, command: unknown): readonly string[] {
  const type = textOf(command, 'type') ?? '';
  const types = JOB_STARTING_COMMANDS.includes(type) ? [type] : [];
  return starts === undefined ? types : [starts, ...types];
}

/** Whether a replay that is done has started no job because its machine wanted none. */
export function endedWithoutJob(aim: FollowAim, command: unknown): boolean {
  const ofDelivery = aim.ofDelivery === true || textOf(command, 'type') === REPLAYS_DELIVERY;
  return ofDelivery && isUnwanted(memberOf(command, 'result'));
}

/** Whether a replayed delivery was turned away once more (specification, "Delivery"). */
export function isUnwanted(replay: unknown): boolean {
  return UNWANTED.has(textOf(replay, 'outcome') ?? '');
}

const UNWANTED: ReadonlySet<string> = new Set(['rejected', 'skipped', 'duplicate']);

function targetNamed(kind: 'job' | 'command', id: string | undefined): FollowTarget | undefined {
  return id === undefined ? undefined : { kind, id };
}
