import type { Question } from '../question.ts';
import { memberOf, textOf } from '../response-member.ts';
import type { Mac } from './task-id.ts';

const PREFIX = 'question-';

/** Whether a key of a client's responses can be that of a question. */
export function isQuestionKey(key: string): boolean {
  return key.startsWith(PREFIX);
}

/**
 * The key of a job's question among the requests of its task. It covers the job, the question and its
 * place in the job's timeline: the same question asked again has another one, and no key is ever
 * used for two questions (extension, "Task Update Requests").
 */
export function questionKey(job: unknown, question: Question, mac: Mac): string {
  const { context, isMultiple, options, text } = question;
  const asked = [textOf(job, 'id'), text, context, options, isMultiple, placeOf(job)];
  return `${PREFIX}${mac(JSON.stringify(asked))}`;
}

/**
 * When it was asked by the timeline, else when the one before it was answered, and how many answers
 * never reached it: after each it is asked anew.
 */
function placeOf(job: unknown): readonly unknown[] {
  const times = listIn(job, 'timeline')
    .filter((entry) => textOf(entry, 'kind') === 'question')
    .map((entry) => textOf(entry, 'at'));
  const last = times.at(-1);
  const lost = listIn(job, 'commands').filter(
    (command) =>
      textOf(command, 'type') === 'job.answer' && LOST.has(textOf(command, 'status') ?? ''),
  );
  return last === undefined
    ? [textOf(memberOf(job, 'answer'), 'at'), lost.length]
    : [last, times.filter((at) => at === last).length, lost.length];
}

const LOST: ReadonlySet<string> = new Set(['failed', 'expired', 'cancelled']);

function listIn(job: unknown, name: string): readonly unknown[] {
  const list = memberOf(job, name);
  return Array.isArray(list) ? list : [];
}
