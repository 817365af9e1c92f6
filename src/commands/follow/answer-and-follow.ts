import type { FleetResponse } from '../../client/response.ts';
import { answerInput } from '../../contract/answer-input.ts';
import { type Failure, usageFailure } from '../../contract/failure.ts';
import { KEY_SHAPE } from '../../contract/key-shape.ts';
import { type Question, questionIn } from '../../contract/question.ts';
import { type AnswerEnd, sendAnswer } from '../../flow/answer/send-answer.ts';
import { failedCommand } from '../../flow/ask-machine.ts';
import { follow } from '../../flow/follow.ts';
import { type FollowAim, followAim } from '../../flow/follow-aim.ts';
import type { FollowEnd } from '../../flow/follow-end.ts';
import { followSent } from '../../flow/follow-sent.ts';
import { followingOf, type OperationEnd } from '../../flow/run-operation.ts';
import { sanitiseLine, sanitiseText } from '../../render/sanitise.ts';
import { serviceName } from '../../render/service-name.ts';
import { cutText } from '../../render/text-width.ts';
import { askQuestion } from '../../terminal/person/ask-question.ts';
import { withWords } from '../../terminal/person/with-words.ts';
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
  const question = questionIn(response?.value);
  if (question === undefined) return undefined;
  const sent = await askAndSend(context, { job: target.id, question });
  if (sent === undefined) return undefined;
  const aim = sent.kind === 'sent' ? aimAfter(sent.response, target.id) : jobAim(target.id);
  const view = newView();
  const following = followingOf(operationRun(context, view.looking), deadlineMs());
  const go = sent.kind === 'sent' ? followSent : follow;
  const answered = sent.kind === 'sent' ? { answered: question.text } : {};
  const end = await go(following, { ...aim, ...answered }).finally(() => view.stop());
  if (sent.kind === 'sent') requireDelivered(end, sent.wrote);
  return end;
}

/** Throws `Failure` with what the person wrote where the machine did not take the answer. */
export function requireDelivered({ outcome, response, target }: FollowEnd, wrote: string): void {
  if (outcome !== 'failed' || target.kind !== 'command') return;
  throw withWords(failedCommand(response), wrote);
}

interface OpenQuestion {
  readonly job: string;
  readonly question: Question;
}

/**
 * Asks the person, sends what they say, and tells them where somebody else was faster. Undefined where
 * they left it open. Throws `Failure`.
 */
export async function askAndSend(
  context: SendContext,
  { job, question }: OpenQuestion,
): Promise<(AnswerEnd & { readonly wrote: string }) | undefined> {
  const { runtime } = context;
  const { reader } = context.call.operation;
  const at = reader === undefined ? '' : ` at ${serviceName(reader.identity)}`;
  const about = `${cutText(sanitiseLine(job), 40)}${at}`;
  const said = await askQuestion({ ...question, about }, runtime);
  if (said === undefined) return undefined;
  if (KEY_SHAPE.test(said.text)) throw withWords(keyInAnswer(), said.text.replace(KEYS, '…'));
  const { client, signal } = operationRun(context);
  const sent = await sendAnswer({ client, job, asked: question, signal }, said).catch(
    (error: unknown) => {
      throw withWords(error, said.text);
    },
  );
  if (sent.kind === 'too_late')
    await runtime.stderr.write(tooLateText(sent, answerInput(said).answer));
  return { ...sent, wrote: said.text };
}

/** Whole, as far as a line goes. */
const KEYS = new RegExp(`${KEY_SHAPE.source}[A-Za-z0-9_-]*`, 'g');

/** Whoever asks may have asked for one, and an answer stands in the job for all to read. */
function keyInAnswer(): Failure {
  return usageFailure(
    'A key is where none belongs',
    'Your answer holds an API key or token, which is not shown here. It was not sent.',
    'What is to be sent all the same, fleet job answer takes with --text @FILE.',
  );
}

function aimAfter(response: FleetResponse, job: string): FollowAim {
  return followAim({ operation: 'answer_job', input: { job } }, response) ?? jobAim(job);
}

function jobAim(id: string): FollowAim {
  return { target: { kind: 'job', id }, onToJob: false };
}

/** Said where the job no longer asks it, as where somebody was faster; what was written is theirs to use again. */
function tooLateText(
  { by, text }: { readonly by: string | undefined; readonly text: string | undefined },
  unsent: string,
): string {
  const what = text === undefined ? '' : `: ${sanitiseLine(text).replace(/\.$/, '')}`;
  const isAnswered = by !== undefined || text !== undefined;
  // It may have been cancelled, or have gone on by itself.
  const why = isAnswered
    ? `${by === undefined ? 'Somebody else' : sanitiseLine(by)} was faster${what}.`
    : 'The job no longer asks this.';
  return `${why} Your answer was not sent: ${sanitiseText(unsent)}\n`;
}
