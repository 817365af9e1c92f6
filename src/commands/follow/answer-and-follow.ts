import { questionIn } from '../../flow/answer/question.ts';
import { sendAnswer } from '../../flow/answer/send-answer.ts';
import { follow } from '../../flow/follow.ts';
import { type FollowAim, followAim } from '../../flow/follow-aim.ts';
import type { FollowEnd } from '../../flow/outcome.ts';
import { followingOf, type OperationEnd } from '../../flow/run-operation.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { askQuestion } from '../../terminal/person/ask-question.ts';
import { operationRun, type SendContext } from '../operation/send-context.ts';
import type { FollowView } from './follow-view.ts';

interface AnswerOptions {
  readonly context: SendContext;
  /** When to give up following, after an answer that is given now. */
  readonly deadlineMs: () => number;
  readonly newView: () => FollowView;
}

/**
 * Asks the person what the followed job asks, sends what they say, and follows on; again for each
 * further question, until the job ends, the person leaves it open, or the time is over. Throws `Failure`.
 */
export async function answerAndFollow(
  followed: OperationEnd,
  options: AnswerOptions,
): Promise<OperationEnd> {
  if (followed.kind !== 'followed') return followed;
  let { end } = followed;
  while (end.outcome === 'person_needed') {
    const next = await answerOnce(end, options);
    if (next === undefined) break;
    end = next;
  }
  return { ...followed, end };
}

/** The end of what follows an answer; undefined where the person gave none. */
async function answerOnce(
  { response, target }: FollowEnd,
  { context, deadlineMs, newView }: AnswerOptions,
): Promise<FollowEnd | undefined> {
  const { runtime } = context;
  const question = questionIn(response?.value);
  if (question === undefined) return undefined;
  const said = await askQuestion(question, runtime);
  if (said === undefined) return undefined;
  const { client, signal } = operationRun(context);
  const job = target.id;
  const sent = await sendAnswer({ client, job, asked: question.text, signal }, said);
  let aim: FollowAim = { target: { kind: 'job', id: job }, onToJob: false };
  if (sent.kind === 'too_late') {
    await runtime.stderr.write(tooLateText(sent));
  } else {
    const input = { job };
    aim = followAim({ operation: 'answer_job', input }, sent.response) ?? aim;
    aim = { ...aim, answered: question.text };
  }
  const view = newView();
  const following = followingOf(operationRun(context, view.looking), deadlineMs());
  return follow(following, aim).finally(() => view.stop());
}

/** Said where somebody else was faster. */
function tooLateText({
  by,
  text,
}: {
  readonly by: string | undefined;
  readonly text: string | undefined;
}): string {
  const who = by === undefined ? 'Somebody else' : sanitiseLine(by);
  const what = text === undefined ? '' : `: ${sanitiseLine(text)}`;
  return `${who} was faster${what}. Your answer was not sent.\n`;
}
