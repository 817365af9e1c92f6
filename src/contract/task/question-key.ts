import type { Question } from '../question.ts';
import { textOf } from '../response-member.ts';
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
  const { context, isMultiple, options, place, text } = question;
  const asked = [textOf(job, 'id'), text, context, options, isMultiple, place];
  return `${PREFIX}${mac(JSON.stringify(asked))}`;
}
