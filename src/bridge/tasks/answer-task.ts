import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';
import { Failure } from '../../contract/failure.ts';
import { textOf } from '../../contract/response-member.ts';
import { invalidTaskParams, unknownTask } from '../../contract/task/extension.ts';
import { readFormAnswer } from '../../contract/task/form-answer.ts';
import { lostAct, unsentAnswer } from '../../contract/task/lost-act.ts';
import { isQuestionKey } from '../../contract/task/question-key.ts';
import { openQuestion, posedQuestion } from '../../contract/task/task-record.ts';
import { withLabelledMessage } from '../../contract/untrusted-label.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { isRejection, PAGE_WANTED, type RpcError } from '../json-rpc.ts';
import { failureResult } from '../tools/error-result.ts';
import { refusalIn, sendAnswer, type TaskCaller } from './call-for-task.ts';
import { sendAboutTask } from './hosted-task.ts';
import type { Look } from './look-up.ts';
import { LEFT_OPEN } from './question-note.ts';
import { stateOf } from './seen-state.ts';
import type { TaskBoard } from './task-board.ts';
import type { TaskEntry } from './task-entry.ts';

const NOT_SEEN = 'The job could not be looked up';

/**
 * Hands the person's answer to the job that asks, once: a response under any other key than that of
 * the open question is ignored (extension, "Task Update Requests"). The job is looked up before, so
 * that an answer never reaches a later question. Gives an error where nothing was done for it.
 */
export async function answerTask(
  board: TaskBoard,
  entry: TaskEntry,
  { caller, responses }: { readonly caller: TaskCaller; readonly responses: JsonObject },
): Promise<RpcError | undefined> {
  if (entry.isHosted) return answerHosted(board, entry, { caller, responses });
  const keys = Object.keys(responses).filter(isQuestionKey);
  if (keys.length === 0 || entry.name.kind !== 'job') return undefined;
  const look = await board.look(entry);
  if (look.kind === 'gone') return unknownTask();
  if (look.kind !== 'seen') return lostAct('answer', entry.name.id, NOT_SEEN);
  const open = posedQuestion(look.record, board.stateOptions(entry));
  if (isTooLate(entry, responses, open === undefined ? [] : [open.key])) entry.isAnswerLate = true;
  if (open === undefined || !Object.hasOwn(responses, open.key)) return undefined;
  if (entry.closedKeys.has(open.key)) return undefined;
  const answer = readFormAnswer(open.question, responses[open.key], board.stateOptions(entry));
  if (answer.kind === 'wrong')
    return invalidTaskParams(`inputResponses.${open.key}: ${answer.message}`);
  entry.closedKeys.add(open.key);
  entry.note = LEFT_OPEN;
  let lost: RpcError | undefined;
  if (answer.kind === 'answer') {
    // The machine takes it later; what became of it shows in the job.
    const args = { job: entry.name.id, ...answer.input, wait_seconds: 0 };
    let isFirst = true;
    let last: Look = look;
    const refused = await sendAnswer(caller, args, async () => {
      if (!isFirst) last = await board.look(entry);
      isFirst = false;
      return last.kind === 'seen' && openQuestion(last.record, entry.mac)?.key === open.key;
    });
    if (refused === 'changed') return notAnswered(entry, { key: open.key, look: last });
    if (refused?.isTooSoon === true) {
      const unsent = unsentAnswer(refused.text);
      entry.closedKeys.delete(open.key);
      entry.note = unsent.message;
      // It may have been looked at meanwhile, when the question was closed.
      entry.state = stateOf(entry, look, board.stateOptions(entry));
      // With older tasks the bridge puts the form once more itself, and once.
      if (caller.isModern) board.changed(entry);
      return unsent;
    }
    // Its note is gone when the job has changed.
    entry.refusedAnswer = refused ?? entry.refusedAnswer;
    lost =
      refused?.mayHaveRun === true ? lostAct('answer', entry.name.id, refused.text) : undefined;
    entry.note =
      lost?.message ??
      (refused === undefined ? 'the answer was sent' : `not answered: ${refused.text}`);
  }
  const options = { ...board.stateOptions(entry), isClosed: () => true };
  entry.state = stateOf(entry, look, options);
  board.changed(entry);
  return lost;
}

/** The job no longer asks this, or could not be looked up before another try: what was learned is shown. */
function notAnswered(
  entry: TaskEntry,
  { key, look }: { readonly key: string; readonly look: Look },
): RpcError | undefined {
  entry.note = undefined;
  if (look.kind === 'seen') {
    entry.isAnswerLate = true;
    return undefined;
  }
  if (look.kind === 'gone') return unknownTask();
  entry.closedKeys.delete(key);
  return lostAct('answer', entry.name.id, NOT_SEEN);
}

/** Hands the responses to the endpoint that made the task, where this bridge lets jobs be answered. */
async function answerHosted(
  board: TaskBoard,
  entry: TaskEntry,
  { caller, responses }: { readonly caller: TaskCaller; readonly responses: JsonObject },
): Promise<RpcError | undefined> {
  const { canAnswer } = board.stateOptions(entry);
  if (!canAnswer || Object.keys(responses).length === 0) return undefined;
  const params = { taskId: entry.taskId, inputResponses: responses };
  // The endpoint ignores what is late without a word.
  const look = await board.look(entry);
  const asked = entry.state?.status === 'input_required' ? entry.state.inputRequests : {};
  const isLate = look.kind === 'seen' && isTooLate(entry, responses, Object.keys(asked));
  for (const key of Object.keys(responses)) entry.closedKeys.add(key);
  try {
    const sent = await sendAboutTask(caller.context, 'tasks/update', { canAnswer, params });
    if ('error' in sent) {
      const { code, data, message } = sent.error;
      // Before the page was opened nothing is done ("URL Elicitation Required").
      if (isRejection(sent.error) || code === PAGE_WANTED) return withLabelledMessage(sent.error);
      const problem = isObject(data) ? data : undefined;
      const detail = sanitiseLine(textOf(problem, 'detail') ?? message);
      return lostAct('answer', entry.name.id, detail, problem);
    }
  } catch (error) {
    const refused =
      error instanceof Failure ? refusalIn(failureResult(error, { acts: true })) : undefined;
    if (refused?.isTooSoon === true) {
      for (const key of Object.keys(responses)) entry.closedKeys.delete(key);
      return unsentAnswer(refused.text);
    }
    if (refused?.mayHaveRun !== true) throw error;
    return lostAct('answer', entry.name.id, refused.text);
  }
  if (isLate) entry.isAnswerLate = true;
  await board.look(entry);
  return undefined;
}

/** Whether the person has answered a question that is not open, and that was not answered before. */
function isTooLate(
  { closedKeys }: TaskEntry,
  responses: JsonObject,
  open: readonly string[],
): boolean {
  const keys = Object.keys(responses).filter(
    (key) => isQuestionKey(key) && !closedKeys.has(key) && !open.includes(key),
  );
  return keys.some((key) => membersOf(responses[key])['action'] === 'accept');
}
