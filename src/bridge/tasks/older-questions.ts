import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';
import { Failure } from '../../contract/failure.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { INVALID_PARAMS } from '../json-rpc.ts';
import { createTurns, type Turns } from '../turns.ts';
import { answerTask } from './answer-task.ts';
import type { TaskCaller } from './call-for-task.ts';
import { isDropped } from './kept-tasks.ts';
import { dropGiven, type LateAnswers, noLateAnswers, takeGiven, takeLate } from './late-answer.ts';
import { relatedTo } from './older-shape.ts';
import { formIsDone, formIsPut, NOT_ASKED } from './put-forms.ts';
import { LEFT_OPEN } from './question-note.ts';
import type { TaskBoard } from './task-board.ts';
import type { TaskEntry } from './task-entry.ts';

/** Gets a response that comes after its form was taken back. */
type OnLate = (response: unknown) => void;

/** The assistant of a session with a handshake. */
export interface OlderAssistant {
  /** Who acts for a request of it. */
  readonly caller: TaskCaller;
  /** Puts a form to its person; undefined where it has none. What comes after the form was taken back goes to `late`. */
  readonly ask: ((form: object, signal: AbortSignal, late: OnLate) => Promise<unknown>) | undefined;
  readonly send: (method: string, params: JsonObject) => void;
}

const FORMS_AT_ONCE = 16;

/** As where the person closes the form. */
const NO_ANSWER = { action: 'cancel' };

/** Those of one person, who answers one form after the other, while each ends by itself after a time. */
export function formTurns(): Turns {
  return createTurns(FORMS_AT_ONCE);
}

/** The questions of one task, as they are put. */
export interface QuestionsToAsk {
  readonly assistant: OlderAssistant;
  /** What ends each form that was put and whose question was open when it was last looked at. */
  readonly asked: Map<string, AbortController>;
  /** Keys of questions that were put a second time. */
  readonly again: Set<string>;
  /** Lets the program not end before an answer is handed on. */
  readonly hold: <T>(work: Promise<T>) => Promise<T>;
  readonly late: LateAnswers;
  /** Of the forms that are put at once, of all tasks. */
  readonly turns: Turns;
  readonly signal: AbortSignal;
}

/** The questions of a task of which none was put yet. */
export function questionsToAsk(
  asking: Omit<QuestionsToAsk, 'again' | 'asked' | 'late'>,
): QuestionsToAsk {
  return { ...asking, again: new Set(), asked: new Map(), late: noLateAnswers() };
}

/**
 * Puts each open question of a task to the person once, and withdraws those that are not open any more.
 * Nobody waits for it: that an answer did not reach the task stands in its note, of which `tell` tells.
 */
export function beginAsking(
  board: TaskBoard,
  entry: TaskEntry,
  asking: QuestionsToAsk,
  tell: () => void,
): void {
  const note = noteOf(entry, tell);
  askQuestions(board, entry, asking, note).catch((error: unknown) => {
    const why = error instanceof Failure ? error.facts.title : 'the bridge failed';
    note(`not answered: ${sanitiseLine(why)}`);
  });
}

/** Tells of the answers that wait still when the task has ended. */
export function endAsking(
  entry: TaskEntry,
  { late }: Pick<QuestionsToAsk, 'late'>,
  tell: () => void,
): void {
  dropGiven(entry, late, { isOpen: () => false, note: noteOf(entry, tell) });
}

function noteOf(entry: TaskEntry, tell: () => void): (text: string) => void {
  return (text) => {
    entry.note = text;
    tell();
  };
}

async function askQuestions(
  board: TaskBoard,
  entry: TaskEntry,
  asking: QuestionsToAsk,
  note: (text: string) => void,
): Promise<void> {
  const { again, asked, assistant, hold, late, signal } = asking;
  if (isDropped(entry)) return;
  const requests = requestsOf(entry);
  withdrawOthers(asked, requests);
  dropGiven(entry, late, { isOpen: (key) => Object.hasOwn(requests, key), note });
  if (assistant.ask === undefined) return;
  for (const key of Object.keys(requests)) {
    if (asked.has(key) || (again.has(key) && entry.isAway)) continue;
    const over = new AbortController();
    asked.set(key, over);
    const ended = AbortSignal.any([signal, over.signal]);
    const onLate: OnLate = (answer) =>
      void hold(takeLate(board, entry, { ...asking, answer, key, note }));
    const response =
      takeGiven(late, key) ??
      (await putForm(board, entry, { ...asking, key, onLate, signal: ended }));
    if (response === undefined && (ended.aborted || !asked.has(key))) continue;
    const caller = { ...assistant.caller, signal };
    const answer = (each: unknown) =>
      hold(answerTask(board, entry, { caller, responses: { [key]: each } }));
    const answering = answer(response ?? NO_ANSWER);
    if (response === undefined) late.leftOpen.set(key, answering);
    const error = await answering;
    if (error === undefined) {
      late.unsent.delete(key);
      continue;
    }
    // The form is gone: nobody is left to mend what cannot be used.
    if (error.code === INVALID_PARAMS) await answer(NO_ANSWER);
    if (membersOf(response)['action'] !== 'accept') {
      entry.closedKeys.add(key);
      note(LEFT_OPEN);
      continue;
    }
    if (entry.note !== error.message) note(error.message);
    if (entry.closedKeys.has(key)) continue;
    late.unsent.add(key);
    if (again.has(key)) continue;
    // Nothing was sent: the person is asked once more, when the service is there again.
    again.add(key);
    asked.delete(key);
    board.changed(entry);
  }
}

interface FormToPut {
  readonly key: string;
  readonly onLate: OnLate;
}

/** Puts a question to the person when it is its turn; undefined where it is not open any more, or nobody answered. */
async function putForm(
  board: TaskBoard,
  entry: TaskEntry,
  { asked, assistant, key, onLate, turns, signal }: QuestionsToAsk & FormToPut,
): Promise<unknown> {
  await turns.enter();
  try {
    if (signal.aborted) return undefined;
    if (isDropped(entry)) await board.known(entry);
    const { params } = membersOf(requestsOf(entry)[key]);
    if (isObject(params)) {
      formIsPut(entry.forms, key);
      const response = await assistant.ask?.(relatedTo(entry, params), signal, onLate);
      // One that nobody answered in time may be open still.
      if (!signal.aborted && response !== undefined) formIsDone(entry.forms);
      return response;
    }
    // It could not be looked up: the next change asks.
    asked.delete(key);
    return undefined;
  } finally {
    turns.leave();
  }
}

function requestsOf({ state }: TaskEntry): JsonObject {
  return state?.status === 'input_required' ? state.inputRequests : {};
}

/** A question that is not open any more: nobody is left to answer it, and a machine may ask without end. */
function withdrawOthers(asked: QuestionsToAsk['asked'], requests: JsonObject): void {
  for (const [key, over] of asked) {
    if (Object.hasOwn(requests, key)) continue;
    asked.delete(key);
    over.abort(NOT_ASKED);
  }
}
