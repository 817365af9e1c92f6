import type { FleetClient } from '../../client/fleet-client.ts';
import type { FleetResponse } from '../../client/response.ts';
import { type Answer, answerInput } from '../../contract/answer-input.ts';
import { requireAnswer } from '../../contract/expected-response.ts';
import { Failure } from '../../contract/failure.ts';
import { outcomeOfResponse, type WorkOutcome } from '../../contract/outcome.ts';
import type { Question } from '../../contract/question.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';
import { failedCommand } from '../ask-machine.ts';
import { isPending } from '../pending.ts';
import { sendAsSeen } from '../send-as-seen.ts';
import { askedNow, isSameQuestion } from './same-question.ts';

/** The request waits so long for the machine; the rest is followed. */
const WAIT_SECONDS = 15;

export type AnswerEnd = { readonly kind: 'sent'; readonly response: FleetResponse } | TooLate;

/** The job no longer asks this: somebody else answered, or it went on by itself. */
interface TooLate {
  readonly kind: 'too_late';
  readonly by: string | undefined;
  readonly text: string | undefined;
}

interface AnswerTo {
  readonly client: FleetClient;
  readonly job: string;
  /** The question that the person saw. */
  readonly asked: Question;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends an answer to the question that a person saw, where the job still asks it: while they thought,
 * somebody else may have answered, and a yes to the next question would be nobody's. Throws `Failure`, also
 * where the machine did not take it.
 */
export async function sendAnswer(to: AnswerTo, answer: Answer): Promise<AnswerEnd> {
  const { client, job, signal } = to;
  const input = JSON.stringify({ job, ...answerInput(answer), wait_seconds: WAIT_SECONDS });
  try {
    const options = { operationClass: 'write', waitSeconds: WAIT_SECONDS } as const;
    const sent = await sendAsSeen(
      () => changedQuestion(to),
      (beforeTry) =>
        client.callTool('answer_job', input, { ...options, beforeTry, ...(signal && { signal }) }),
    );
    if (sent.kind !== 'sent') return sent.changed;
    const response = sent.result;
    if (outcomeOf(response) === 'failed') throw failedCommand(response);
    return { kind: 'sent', response };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'refused') throw error;
    // One that its machine refused has been counted as lost by then, and the job asks the same as before.
    const after = await changedQuestion(to, withoutLost);
    if (after === undefined) throw error;
    return after;
  }
}

/** How the answer came off, where the response tells. Throws `Failure` where that is none to it. */
function outcomeOf(response: FleetResponse): WorkOutcome | undefined {
  const awaited = { operation: 'answer_job', acts: true, waits: true };
  return isPending(response)
    ? outcomeOfResponse(response.value, awaited)
    : requireAnswer(response, awaited).outcome;
}

/** How the job stands where it no longer asks what the person saw; undefined where it does. Throws `Failure`. */
async function changedQuestion(
  { asked, ...job }: AnswerTo,
  compared = (question: Question) => question,
): Promise<TooLate | undefined> {
  const { question, record, waits } = await askedNow(job);
  const now = question && compared(question);
  if (waits && isSameQuestion(now, compared(asked))) return undefined;
  const answered = memberOf(record, 'answer');
  return { kind: 'too_late', by: textOf(answered, 'by'), text: textOf(answered, 'text') };
}

/** A question by when it was asked alone, without how many answers never reached it. */
function withoutLost(question: Question): Question {
  return { ...question, place: question.place.slice(0, -1) };
}
