import { memberOf, textOf } from '../response-member.ts';

/**
 * The newest answer that was sent since a job asked, as its command, where it never reached the job; undefined
 * where there is none. Who answered is asked the same again, and would not know why.
 */
export function lostAnswerIn(job: unknown): unknown {
  const answers = listIn(job, 'commands').filter((each) => textOf(each, 'type') === 'job.answer');
  const newest = answers.toSorted((left, right) => sentMs(right) - sentMs(left))[0];
  const questions = listIn(job, 'timeline').filter((each) => textOf(each, 'kind') === 'question');
  const askedMs = Date.parse(textOf(questions.at(-1), 'at') ?? '');
  const isLost = LOST.has(textOf(newest, 'status') ?? '');
  return isLost && !(sentMs(newest) < askedMs) ? newest : undefined;
}

// As in `question.ts`, which every call loads: what it exports besides costs its start.
const LOST: ReadonlySet<string> = new Set(['failed', 'expired', 'cancelled']);

function sentMs(command: unknown): number {
  return Date.parse(textOf(command, 'created_at') ?? '') || 0;
}

function listIn(job: unknown, name: string): readonly unknown[] {
  const list = memberOf(job, name);
  return Array.isArray(list) ? list : [];
}
