import { Failure, notTheServiceFailure } from '../contract/failure.ts';
import { outcomeOfCommand, outcomeOfJob } from '../contract/outcome.ts';
import type { FollowTarget } from '../contract/pending-target.ts';
import { memberOf, recordIn, textOf } from '../contract/response-member.ts';
import { endedWithoutJob, type FollowAim, jobAfter } from './follow-aim.ts';
import type { FollowEnd } from './follow-end.ts';
import { changesOf } from './follow-progress.ts';
import { type Following, lookUpCommand, lookUpJob } from './look-up.ts';
import { poll } from './poll.ts';

/**
 * Follows a job or command by looking it up until it ended, a person is needed (unless it goes on past
 * questions), or the deadline came; nothing is ever sent again. Throws `Failure`; one for an interruption
 * has the step to follow it again.
 */
export async function follow(following: Following, aim: FollowAim): Promise<FollowEnd> {
  const { id } = aim.target;
  try {
    if (aim.target.kind === 'job') return await awaitEnd(following, 'job', id, aim);
    if (aim.target.kind === 'command') return await followCommand(following, aim);
    return await followUnknown(following, aim);
  } catch (error) {
    throw error instanceof Failure && error.kind === 'interrupted'
      ? resumable(error, aim.target)
      : error;
  }
}

async function followCommand(following: Following, aim: FollowAim): Promise<FollowEnd> {
  const ended = await awaitEnd(following, 'command', aim.target.id);
  if (ended.outcome !== 'done') return ended;
  const command = recordIn(ended.response?.value, 'command');
  const job = jobAfter(aim, command);
  if (job !== undefined) return awaitEnd(following, 'job', job, { ...aim, command });
  return endedWithoutJob(aim, command) ? { ...ended, outcome: 'failed' } : ended;
}

/** A bare id is a command's, or a job's where the service knows no such command. */
async function followUnknown(following: Following, aim: FollowAim): Promise<FollowEnd> {
  try {
    return await followCommand(following, aim);
  } catch (error) {
    if (error instanceof Failure && error.facts.code === 'unknown_command') {
      return awaitEnd(following, 'job', aim.target.id);
    }
    throw error;
  }
}

interface KnownOfJob {
  readonly answered?: string | undefined;
  /** The command whose result named the job. */
  readonly command?: unknown;
}

/** Polls one job or command until it ended, needs a person, or the deadline came. */
async function awaitEnd(
  following: Following,
  kind: 'job' | 'command',
  id: string,
  { answered, command }: KnownOfJob = {},
): Promise<FollowEnd> {
  const staleUntilMs = following.clock.now() + STALE_MS;
  const target: FollowTarget = { kind, id };
  const { lookUp, outcomeOf } = WAYS[kind];
  let show = changesOf(following.observe, target);
  let last: FollowEnd = { outcome: 'still_pending', target, response: undefined };
  const look = async (remainingMs: number) => {
    const response = await lookUp(following, id, remainingMs);
    const record = recordIn(response.value, kind);
    const outcome = outcomeOf(record);
    if (command === undefined) refuseOther(record, target);
    else refuseForeign(record, command);
    if (outcome !== 'still_pending') requireId(record, target);
    show(response.value);
    following.seen?.(target, record);
    last = { outcome, target, response };
    if (last.outcome === 'still_pending') return undefined;
    if (last.outcome === 'person_needed' && following.pastQuestions === true) return undefined;
    const isStale = last.outcome === 'person_needed' && asksStill(record, answered);
    return isStale && following.clock.now() < staleUntilMs ? undefined : last;
  };
  const missed = async () => {
    if (following.missed === undefined) return;
    following.missed();
    show = changesOf(following.observe, target);
  };
  return (await poll(following, look, missed)) ?? last;
}

/** A cache or a proxy may answer with what was asked before. */
function refuseOther(record: unknown, { id, kind }: FollowTarget): void {
  const given = idOf(record, kind);
  if (given === undefined || given === id || textOf(record, 'machine_job_id') === id) return;
  const detail = `It was asked for ${kind} ${id} and gave ${given}.`;
  throw notTheServiceFailure({ title: `The service gives another ${kind}`, detail });
}

/** The end of something that has no id is not known to be the end of what was asked for. */
function requireId(record: unknown, { id, kind }: FollowTarget): void {
  if (idOf(record, kind) !== undefined) return;
  const detail = `It was asked for ${kind} ${id} and gave an end without an id.`;
  throw notTheServiceFailure({ title: `The service does not give the ${kind}`, detail });
}

/** What a record says it is. */
function idOf(record: unknown, kind: FollowTarget['kind']): string | undefined {
  const names = ['id', `${kind}_id`, kind, 'machine_job_id'];
  return names.map((name) => textOf(record, name)).find((id) => id !== undefined);
}

/** What a command's result names is its machine's word for it, and another machine may have a job of that id. */
function refuseForeign(job: unknown, command: unknown): void {
  const [own, of] = [textOf(command, 'machine'), textOf(job, 'machine')];
  if (own === undefined || of === undefined || own === of) return;
  throw new Failure('work_failed', {
    code: 'foreign_job',
    title: 'The job is of another machine',
    detail: `The command was for ${own}, and the job that it names is of ${of}: it is not followed.`,
    extra: { command_id: textOf(command, 'id'), job: textOf(job, 'id') },
  });
}

/** How long an answered question may stand in the job before it counts as asked again. */
const STALE_MS = 15_000;

function asksStill(job: unknown, answered: string | undefined): boolean {
  return answered !== undefined && textOf(memberOf(job, 'question'), 'text') === answered;
}

const WAYS = {
  job: { lookUp: lookUpJob, outcomeOf: outcomeOfJob },
  command: { lookUp: lookUpCommand, outcomeOf: outcomeOfCommand },
} as const;

function resumable(failure: Failure, { id, kind }: FollowTarget): Failure {
  return new Failure('interrupted', {
    ...failure.facts,
    next: [{ step: 'follow', kind, id }],
    extra: { [kind === 'job' ? 'job' : 'command_id']: id },
  });
}
