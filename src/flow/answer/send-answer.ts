import type { FleetClient } from '../../client/fleet-client.ts';
import type { FleetResponse } from '../../client/response.ts';
import { type Answer, answerInput } from '../../contract/answer-input.ts';
import { Failure } from '../../contract/failure.ts';
import { questionIn } from '../../contract/question.ts';
import { memberOf, recordIn, textOf } from '../../contract/response-member.ts';

/** The request waits so long for the machine; the rest is followed. */
const WAIT_SECONDS = 15;

export type AnswerEnd =
  | { readonly kind: 'sent'; readonly response: FleetResponse }
  /** The job no longer asks this: somebody else answered, or it went on by itself. */
  | {
      readonly kind: 'too_late';
      readonly by: string | undefined;
      readonly text: string | undefined;
    };

interface AnswerTo {
  readonly client: FleetClient;
  readonly job: string;
  /** The question that the person saw. */
  readonly asked: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Sends an answer to the question that a person saw. Where the service refuses it, the job is looked
 * up: whether somebody else was faster. Throws `Failure`.
 */
export async function sendAnswer(to: AnswerTo, answer: Answer): Promise<AnswerEnd> {
  const { client, job, signal } = to;
  const input = JSON.stringify({ job, ...answerInput(answer), wait_seconds: WAIT_SECONDS });
  try {
    const options = { operationClass: 'write', waitSeconds: WAIT_SECONDS } as const;
    const response = await client.callTool('answer_job', input, {
      ...options,
      ...(signal && { signal }),
    });
    return { kind: 'sent', response };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'refused') throw error;
    return await tooLate(to, error);
  }
}

/** Throws the refusal where the job still asks the same. */
async function tooLate(
  { asked, client, job, signal }: AnswerTo,
  refusal: Failure,
): Promise<AnswerEnd> {
  const path = `/api/v1/jobs/${encodeURIComponent(job)}`;
  const { value } = await client.request('GET', path, {
    operationClass: 'read',
    ...(signal && { signal }),
  });
  const record = recordIn(value, 'job');
  const waits = (textOf(record, 'state') ?? 'needs_input') === 'needs_input';
  if (waits && questionIn(record)?.text === asked) throw refusal;
  const answered = memberOf(record, 'answer');
  return { kind: 'too_late', by: textOf(answered, 'by'), text: textOf(answered, 'text') };
}
