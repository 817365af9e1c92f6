import { membersOf } from '../../base/json/object.ts';
import { TOO_LATE } from './question-note.ts';
import type { TaskBoard } from './task-board.ts';
import { isEnded, type TaskEntry } from './task-entry.ts';

/** What came of the forms of one task after they were taken back. */
export interface LateAnswers {
  /** By the keys of questions whose form nobody had answered in time: resolves when it is noted that nobody has. */
  readonly leftOpen: Map<string, Promise<unknown>>;
  /** Answers to those, until they are handed on. */
  readonly given: Map<string, unknown>;
  /** Keys of questions whose answer was not sent, until they are answered once more. */
  readonly unsent: Set<string>;
}

/** Those of a task whose person was asked nothing yet. */
export function noLateAnswers(): LateAnswers {
  return { leftOpen: new Map(), given: new Map(), unsent: new Set() };
}

interface LateAnswer {
  readonly key: string;
  readonly answer: unknown;
  /** What ends each form that is put. */
  readonly asked: Map<string, AbortController>;
  readonly late: LateAnswers;
  readonly note: (text: string) => void;
}

/**
 * Takes the response to a form that was taken back. An answer after five minutes is handed on where the job asks
 * the same still: the person sees no sign that it was not. Any other one is told as too late.
 */
export async function takeLate(
  board: TaskBoard,
  entry: TaskEntry,
  { answer, asked, key, late, note }: LateAnswer,
): Promise<void> {
  if (membersOf(answer)['action'] !== 'accept') return;
  const closing = late.leftOpen.get(key);
  late.leftOpen.delete(key);
  // In the moment after the five minutes: else that nobody has answered would be noted after this.
  await closing?.catch(() => {});
  if (closing !== undefined && !isEnded(entry)) {
    // No other form of it is put meanwhile.
    asked.set(key, new AbortController());
    entry.closedKeys.delete(key);
    await board.look(entry);
    asked.delete(key);
    late.given.set(key, answer);
    if (!isEnded(entry)) return board.changed(entry);
  }
  tellLate(entry, note);
}

/** The answer to hand on to a question, once. */
export function takeGiven({ given }: LateAnswers, key: string): unknown {
  const answer = given.get(key);
  given.delete(key);
  return answer;
}

/** Tells of those answers whose question is not open any more. */
export function dropGiven(
  entry: TaskEntry,
  { given, unsent }: LateAnswers,
  { isOpen, note }: { isOpen: (key: string) => boolean; note: LateAnswer['note'] },
): void {
  if (entry.isAway) return;
  for (const key of new Set([...given.keys(), ...unsent])) {
    if (isOpen(key)) continue;
    given.delete(key);
    unsent.delete(key);
    tellLate(entry, note);
  }
}

function tellLate(entry: TaskEntry, note: LateAnswer['note']): void {
  entry.isAnswerLate = true;
  note(TOO_LATE);
}
