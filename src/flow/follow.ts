import { Failure } from '../contract/failure.ts';
import { awaitCommand } from './await-command.ts';
import { awaitJob } from './await-job.ts';
import type { Following } from './look-up.ts';
import type { FollowEnd, FollowTarget } from './outcome.ts';
import { jobIdIn } from './pending.ts';
import { memberOf, recordIn } from './response-member.ts';

export interface FollowAim {
  readonly target: FollowTarget;
  /** Whether a job that the command's result names is followed too. */
  readonly onToJob: boolean;
}

/**
 * Follows work by looking it up until it ended, a person is needed, or the deadline came; nothing
 * is ever sent again. Throws `Failure`; one for an interruption says how to go on following.
 */
export async function follow(following: Following, aim: FollowAim): Promise<FollowEnd> {
  const { id } = aim.target;
  try {
    if (aim.target.kind === 'job') return await awaitJob(following, id);
    if (aim.target.kind === 'command') return await followCommand(following, aim);
    return await followUnknown(following, aim);
  } catch (error) {
    throw error instanceof Failure && error.kind === 'interrupted'
      ? resumable(error, aim.target)
      : error;
  }
}

async function followCommand(following: Following, aim: FollowAim): Promise<FollowEnd> {
  const ended = await awaitCommand(following, aim.target.id);
  if (!aim.onToJob || ended.outcome !== 'done') return ended;
  const job = jobIdIn(memberOf(recordIn(ended.answer?.value, 'command'), 'result'));
  return job === undefined ? ended : awaitJob(following, job);
}

/** A bare id is a command's, or a job's where the service knows no such command. */
async function followUnknown(following: Following, aim: FollowAim): Promise<FollowEnd> {
  try {
    return await followCommand(following, aim);
  } catch (error) {
    if (error instanceof Failure && error.facts.code === 'unknown_command') {
      return awaitJob(following, aim.target.id);
    }
    throw error;
  }
}

function resumable(failure: Failure, target: FollowTarget): Failure {
  const advice = resumeAdvice(target);
  const { kind, id } = target;
  return new Failure('interrupted', {
    ...failure.facts,
    advice,
    extra: { [kind === 'job' ? 'job' : 'command_id']: id },
  });
}

/** How a person goes on following work that is still on its way. */
export function resumeAdvice({ kind, id }: FollowTarget): string {
  const shown = /^[\w.:-]+$/.test(id) ? id : 'ID';
  const operation = kind === 'job' ? 'get-job' : 'get-command';
  return `The work goes on. Follow it with \`fleet cloud ${operation} ${shown} --follow\`.`;
}
