import type { JsonObject } from '../../base/json/object.ts';
import type { ToolResult } from '../tools/tool-call.ts';
import type { TaskCaller } from './call-for-task.ts';
import type { TaskBoard } from './task-board.ts';
import type { TaskEntry } from './task-entry.ts';

/** A form for the person: the response to it, the result that carries it, or nothing where nobody answered. */
export type PutForm = (
  form: JsonObject,
  about: { readonly job: string; readonly key: string },
  signal: AbortSignal,
) => Promise<FormEnd | undefined>;

type FormEnd = { readonly response: unknown } | { readonly question: ToolResult };

/** A call whose job asks. */
interface AskingHeldCall {
  readonly board: TaskBoard;
  readonly entry: TaskEntry;
  readonly caller: TaskCaller;
  readonly putForm: PutForm;
}

/** Puts a form to the person until they answer, and takes it back where the job no longer asks this. */
export async function putWhileAsked(
  held: AskingHeldCall,
  form: JsonObject,
  key: string,
): Promise<FormEnd | 'withdrawn' | undefined> {
  const { board, caller, entry } = held;
  const over = new AbortController();
  const answered = new AbortController();
  const look = (): void => {
    const requests = entry.state?.status === 'input_required' ? entry.state.inputRequests : {};
    if (!Object.hasOwn(requests, key)) over.abort();
  };
  board.listen(entry, look, AbortSignal.any([answered.signal, caller.signal]));
  try {
    const signal = AbortSignal.any([over.signal, caller.signal]);
    const put = await held.putForm(form, { job: entry.name.id, key }, signal);
    return put === undefined && over.signal.aborted ? 'withdrawn' : put;
  } finally {
    answered.abort();
  }
}
