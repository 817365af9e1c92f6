import { type JsonObject, membersOf } from '../../base/json/object.ts';
import type { ToolResult } from '../tools/tool-call.ts';
import type { RefusedAct } from './call-for-task.ts';

/** What is said in a task whose person has let the form be. */
export const LEFT_OPEN = 'its person was asked and did not answer';

/** What is said of an answer to a question that is not open any more. */
export const TOO_LATE =
  'The person answered a question that this job did not ask any more by then, as where somebody else was faster: the job did not get that answer.';

/** The same in the next form of its job, for the person who answered. */
const LAST_TOO_LATE =
  'The last answer did not reach the job: by then it did not ask that any more, as where somebody else was faster.';

/** The form of a question which says first that the answer to the one before came too late. */
export function afterLateAnswer(form: JsonObject): JsonObject {
  return { ...form, message: `${LAST_TOO_LATE}\n\n${String(form['message'])}` };
}

/** The job whose question was put to the person, where they left it open, or what came back is no answer to it. */
export function notAnswered(job: ToolResult): ToolResult {
  return withNote(
    job,
    'The person was asked this question, and no answer came back that can be handed on: do not answer it for them.',
  );
}

/** The job as it was before its person answered, where the answer did not arrive or may have. */
export function notHandedOn(job: ToolResult, answer: string, refused: RefusedAct): ToolResult {
  const said = `The person answered this question with ${JSON.stringify(answer)}.`;
  const next = refused.mayHaveRun
    ? 'The answer may have reached the job and was not sent again: look the job up with get_job before anything else.'
    : 'The job did not get the answer.';
  return withNote(job, `${said} ${next} ${refused.text}`);
}

/** The job as it is later, where an answer to a question of it was refused or lost. */
export function afterRefusedAnswer(job: ToolResult, { mayHaveRun, text }: RefusedAct): ToolResult {
  const what = mayHaveRun
    ? 'may have reached the job, and was not sent again'
    : 'was refused, and the job did not get it';
  return withNote(job, `An answer of the person to a question of this job ${what}: ${text}`);
}

/** The same where its machine refused what the service had taken; `why` says so as the job does. */
export function afterLostAnswer(job: ToolResult, why: string): ToolResult {
  return withNote(job, `The last answer to a question of this job did not reach it: ${why}`);
}

/** The job that did not ask any more what its person answered. */
export function tooLate(job: ToolResult): ToolResult {
  return withNote(job, TOO_LATE);
}

/** The job that could not be looked up when its person had answered. */
export function notLookedUp(pending: ToolResult): ToolResult {
  return withNote(
    pending,
    'The person was asked a question of this job. It could not be looked up, and did not get what the person answered: look it up with get_job, and do not answer it for them.',
  );
}

/**
 * As text and as the member `advice`, since some assistants hand their model only one of the two. A note that
 * is there already stays before it.
 */
function withNote(result: ToolResult, note: string): ToolResult {
  const { content, structuredContent } = result;
  const all: readonly unknown[] = Array.isArray(content) ? content : [];
  const members = membersOf(structuredContent);
  const { advice: earlier } = members;
  const hasNote = typeof earlier === 'string' && membersOf(all.at(-1))['text'] === earlier;
  const parts = hasNote ? all.slice(0, -1) : all;
  const advice = hasNote ? `${earlier} ${note}` : note;
  const noted: JsonObject = { ...members, advice };
  return {
    ...result,
    content: [...parts, { type: 'text', text: advice }],
    structuredContent: noted,
  };
}
