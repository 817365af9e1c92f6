import { answeringClient } from '../../flow/answer/same-question.ts';
import type { ParsedCall } from './read-call.ts';

/** The call of an answer, of which no further try goes to another question than the first. */
export function toOneQuestion(call: ParsedCall): ParsedCall {
  const { input, operation, seen, meant } = call;
  const { reader } = operation;
  const job = input['job'];
  if (reader === undefined || typeof job !== 'string') return call;
  const client = answeringClient(reader.client, { job, seen, meant });
  return { ...call, operation: { ...operation, reader: { ...reader, client } } };
}
