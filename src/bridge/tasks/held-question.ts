import type { Clock } from '../../base/time/clock.ts';
import { withLookUp } from '../../contract/look-up-note.ts';
import { textOf } from '../../contract/response-member.ts';
import { openQuestion, posedQuestion } from '../../contract/task/task-record.ts';
import { withUntrustedLabel } from '../../contract/untrusted-label.ts';
import type { ToolResult } from '../tools/tool-call.ts';
import { askPerson, type PutForm } from './ask-person.ts';
import { sendAnswer, type TaskCaller } from './call-for-task.ts';
import { formIsDone, formIsPut } from './put-forms.ts';
import { notAnswered, notHandedOn } from './question-note.ts';
import { toldResult } from './shown-task.ts';
import type { TaskBoard } from './task-board.ts';
import { isEnded, type TaskEntry } from './task-entry.ts';

/** A call that waits, and whose job asks a person. */
export interface HeldCall {
  readonly name: string;
  readonly board: TaskBoard;
  readonly entry: TaskEntry;
  readonly caller: TaskCaller;
  readonly clock: Clock;
  /** Lets the program not end before an answer is handed on. */
  readonly hold: <T>(work: Promise<T>) => Promise<T>;
  /** How long the call waits at most after each answer. */
  readonly waitMs: number;
  readonly takesSeveral: boolean;
  readonly putForm: PutForm;
  /** Tells the assistant how far the job is. */
  readonly tell: (message: string) => void;
}

/**
 * Puts the questions of a job to the person and waits for its end, as the call that began it would
 * have. Gives what the call ends with: the job, the job with its question and what came of asking the
 * person, or, where the time is over, that it is on its way.
 */
export async function goOnAsking(held: HeldCall, result: ToolResult): Promise<ToolResult> {
  const ended = await askUntilEnd(held, result);
  // A question goes to the person, who sees which one it is.
  return ended['resultType'] === 'input_required' ? ended : toldResult(held.entry, ended);
}

async function askUntilEnd(held: HeldCall, result: ToolResult): Promise<ToolResult> {
  const { board, clock, entry, name, waitMs } = held;
  const { signal } = held.caller;
  let last = result;
  let unsent: { readonly key: string; readonly answer: string } | undefined;
  let isLastLate = false;
  let deadlineMs = clock.now() + waitMs;
  for (;;) {
    // The call may have come with the answer.
    const look = await held.hold(board.look(entry));
    if (look.kind !== 'seen') {
      return unsent === undefined ? last : notHandedOn(last, unsent.answer, NOT_SEEN);
    }
    last = withUntrustedLabel(asCalled(look.result, held.caller));
    const open = posedQuestion(look.record, board.stateOptions(entry));
    if (unsent !== undefined && unsent.key !== open?.key) {
      entry.isAnswerLate = true;
      isLastLate = true;
    }
    // Where the job asks the same still, the person is asked anew.
    unsent = undefined;
    if (isEnded(entry) || signal.aborted) return last;
    tellState(held);
    if (open !== undefined && !entry.closedKeys.has(open.key)) {
      const { key } = open;
      formIsPut(entry.forms, key);
      const asked = await askPerson(held, open, isLastLate);
      isLastLate = false;
      if (asked.kind !== 'withdrawn') formIsDone(entry.forms);
      if (asked.kind === 'put') return asked.question;
      if (asked.kind === 'unanswered') return notAnswered(last);
      if (asked.kind === 'answered') {
        const { input } = asked;
        entry.closedKeys.add(key);
        const args = { job: entry.name.id, ...input, wait_seconds: 0 };
        // While the person thought, somebody else may have answered: this is no answer to the next question.
        const sending = sendAnswer(held.caller, args, () => isStillAsked(held, key));
        const refused = await held.hold(sending);
        if (refused === 'changed') {
          entry.closedKeys.delete(key);
          formIsPut(entry.forms, key);
          unsent = { key, answer: input.answer };
          continue;
        }
        if (refused !== undefined) return notHandedOn(last, input.answer, refused);
      }
      // Where nothing is seen any more, the model must not take the question for an open one.
      last = pendingResult(name, { id: entry.name.id });
      deadlineMs = clock.now() + waitMs;
      if (asked.kind === 'withdrawn') continue;
    } else if (clock.now() >= deadlineMs) {
      return pendingResult(name, look.record);
    }
    await endOfWork(held, deadlineMs);
  }
}

const NOT_SEEN = { text: 'It could not be looked up.', mayHaveRun: false };

async function isStillAsked({ board, entry }: HeldCall, key: string): Promise<boolean> {
  const look = await board.look(entry);
  return look.kind === 'seen' && openQuestion(look.record, entry.mac)?.key === key;
}

/** Resolves when the job has ended or asks, and at the deadline. */
function endOfWork(held: HeldCall, deadlineMs: number): Promise<void> {
  const { board, caller, clock, entry } = held;
  const over = new AbortController();
  return new Promise((resolve) => {
    const end = (): void => {
      stop();
      over.abort();
      resolve();
    };
    const stop = clock.after(Math.max(0, deadlineMs - clock.now()), end);
    const look = (): void => {
      if (isEnded(entry) || entry.state?.status === 'input_required') end();
      else tellState(held);
    };
    caller.signal.addEventListener('abort', end, { once: true });
    board.listen(entry, look, over.signal);
  });
}

function tellState({ entry, tell }: HeldCall): void {
  if (entry.state?.status === 'working') tell(entry.state.statusMessage);
}

/** The look-up speaks the newer version; the older ones know no `resultType`. */
function asCalled(result: ToolResult, { isModern }: TaskCaller): ToolResult {
  const { _meta, resultType, ...others } = result;
  return isModern ? result : others;
}

/** The result of a call whose job is on its way, with how it is looked up. */
export function pendingResult(name: string, job: unknown): ToolResult {
  const structuredContent = {
    pending: true,
    job: textOf(job, 'id'),
    status: textOf(job, 'status'),
    state: textOf(job, 'state'),
  };
  const content = [{ type: 'text', text: JSON.stringify(structuredContent) }];
  return withUntrustedLabel(withLookUp(name, { content, structuredContent }));
}
