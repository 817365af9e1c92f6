import type { JsonObject } from '../../base/json/object.ts';
import type { AnswerInput } from '../../contract/answer-input.ts';
import { readFormAnswer } from '../../contract/task/form-answer.ts';
import { questionForm } from '../../contract/task/question-form.ts';
import type { TaskQuestion } from '../../contract/task/task-record.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import type { ToolResult } from '../tools/tool-call.ts';
import type { TaskCaller } from './call-for-task.ts';
import { NOT_ASKED } from './put-forms.ts';
import { afterLateAnswer } from './question-note.ts';
import type { TaskBoard } from './task-board.ts';
import type { TaskEntry } from './task-entry.ts';

/** A form for the person: the response to it, the result that carries it, or nothing where nobody answered. */
export type PutForm = (
  form: JsonObject,
  about: { readonly job: string; readonly key: string },
  taking: TakingBack,
) => Promise<FormEnd | undefined>;

interface TakingBack {
  /** Takes the form back. */
  readonly signal: AbortSignal;
  /** Gets a response that comes all the same. */
  readonly late: (response: unknown) => void;
}

type FormEnd = { readonly response: unknown } | { readonly question: ToolResult };

/** A call whose job asks. */
interface AskingHeldCall {
  readonly board: TaskBoard;
  readonly entry: TaskEntry;
  readonly caller: TaskCaller;
  readonly takesSeveral: boolean;
  readonly putForm: PutForm;
}

/** What came of a question: `put`, the result that carries it; `withdrawn` where the job no longer asks it. */
type FormOutcome =
  | { readonly kind: 'answered'; readonly input: AnswerInput }
  | { readonly kind: 'put'; readonly question: ToolResult }
  | { readonly kind: 'unanswered' | 'withdrawn' };

/**
 * Asks the person what a job asks. An answer after the form was taken back, as some assistants leave it open, is
 * noted as late. With `isLastLate` the form says first that the last answer came too late.
 */
export async function askPerson(
  held: AskingHeldCall,
  open: TaskQuestion,
  isLastLate: boolean,
): Promise<FormOutcome> {
  const style = { takesSeveral: held.takesSeveral, clean: sanitiseLine };
  const asked = questionForm(held.entry.name.id, open, style);
  const form = isLastLate ? afterLateAnswer(asked) : asked;
  const inputIn = (response: unknown): AnswerInput | undefined => {
    const answer = readFormAnswer(open.question, response, style);
    return answer.kind === 'answer' ? answer.input : undefined;
  };
  const tellLate = (response: unknown): void => {
    if (inputIn(response) !== undefined) held.entry.isAnswerLate = true;
  };
  const put = await putWhileAsked(held, { form, key: open.key, late: tellLate });
  if (put === 'withdrawn') return { kind: 'withdrawn' };
  if (put === undefined) return { kind: 'unanswered' };
  if ('question' in put) return { kind: 'put', question: put.question };
  const input = inputIn(put.response);
  return input === undefined ? { kind: 'unanswered' } : { kind: 'answered', input };
}

/**
 * Puts a form to the person until they answer, and takes it back where the job no longer asks this: what they
 * answer then goes to `late`.
 */
async function putWhileAsked(
  held: AskingHeldCall,
  {
    form,
    key,
    late,
  }: { readonly form: JsonObject; readonly key: string } & Pick<TakingBack, 'late'>,
): Promise<FormEnd | 'withdrawn' | undefined> {
  const { board, caller, entry } = held;
  const over = new AbortController();
  const answered = new AbortController();
  const look = (): void => {
    const requests = entry.state?.status === 'input_required' ? entry.state.inputRequests : {};
    if (!Object.hasOwn(requests, key)) over.abort(NOT_ASKED);
  };
  board.listen(entry, look, AbortSignal.any([answered.signal, caller.signal]));
  try {
    const signal = AbortSignal.any([over.signal, caller.signal]);
    const put = await held.putForm(form, { job: entry.name.id, key }, { signal, late });
    return put === undefined && over.signal.aborted ? 'withdrawn' : put;
  } finally {
    answered.abort();
  }
}
