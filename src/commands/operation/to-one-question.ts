import type { Question } from '../../contract/question.ts';
import { answeringClient } from '../../flow/answer/same-question.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { cutText, textWidth } from '../../render/text-width.ts';
import type { Runtime } from '../runtime.ts';
import type { ParsedCall } from './read-call.ts';

/** The call of an answer, of which no further try goes to another question than the first. */
export function toOneQuestion(call: ParsedCall, { stderr }: Runtime): ParsedCall {
  const { flags, input, operation, seen, meant } = call;
  const { reader } = operation;
  const { answer, job } = input;
  if (reader === undefined || typeof job !== 'string') return call;
  const { asked, client } = answeringClient(reader.client, { job, seen, meant });
  const tellSent = async () => {
    const question = asked();
    if (question === undefined || flags.quiet === true) return;
    await stderr.write(`${sentLine(question, String(answer), stderr.columns)}\n`);
  };
  return { ...call, operation: { ...operation, reader: { ...reader, client } }, tellSent };
}

const ANSWER_WIDTH_MAX = 24;

/** The operation names no question: the person sees which one it was. */
function sentLine({ text }: Question, answer: string, columns: number): string {
  const [said, asked] = [answer, text].map((each) => sanitiseLine(each).trim());
  const end = `": ${cutText(said ?? '', ANSWER_WIDTH_MAX)}`;
  const beginning = 'Sent as the answer to "';
  const room = Math.max(ANSWER_WIDTH_MAX, columns - beginning.length - textWidth(end));
  return `${beginning}${cutText(asked ?? '', room)}${end}`;
}
