import type { Question } from '../../contract/question.ts';
import { answeringClient, askedIfShown } from '../../flow/answer/same-question.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { cutText } from '../../render/text-width.ts';
import type { Runtime } from '../runtime.ts';
import type { ParsedCall } from './read-call.ts';

/**
 * The call of an answer with what its job asks now, before a person is asked about it: another question may stand
 * there after their yes. Throws `Failure`.
 */
export async function seenQuestion(call: ParsedCall): Promise<ParsedCall> {
  const { input, operation, seen } = call;
  const job = input['job'];
  if (seen !== undefined || operation.reader === undefined || typeof job !== 'string') return call;
  return { ...call, seen: await askedIfShown({ client: operation.reader.client, job }) };
}

/** The call of an answer, of which no further try goes to another question than the first. */
export function toOneQuestion(call: ParsedCall, { stderr }: Runtime): ParsedCall {
  const { flags, input, operation, seen, meant } = call;
  const { reader } = operation;
  const job = input['job'];
  if (reader === undefined || typeof job !== 'string') return call;
  const { asked, client } = answeringClient(reader.client, { job, seen, meant });
  const tellSent = async () => {
    const question = asked();
    if (question === undefined || flags.quiet === true) return;
    await stderr.write(`${sentLine(question, stderr.columns)}\n`);
  };
  return { ...call, operation: { ...operation, reader: { ...reader, client } }, tellSent };
}

const QUESTION_WIDTH_MIN = 24;

/**
 * The operation names no question: the person sees which one it was. Not the answer: it may be a token from a file,
 * and this line stands in logs.
 */
function sentLine({ text }: Question, columns: number): string {
  const beginning = 'Sent as the answer to "';
  const room = Math.max(QUESTION_WIDTH_MIN, columns - beginning.length - 2);
  return `${beginning}${cutText(sanitiseLine(text).trim(), room)}".`;
}
