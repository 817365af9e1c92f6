import type { JsonObject } from '../../base/json/object.ts';
import type { RenderOptions } from '../format.ts';
import { headLines, partLines } from './card-lines.ts';
import { jobFacts, jobLinks, jobNews, jobProblems, jobState, questionParts } from './job.ts';
import { textAt } from './member.ts';
import type { Part } from './view.ts';

const LINES_MAX = 12;

/**
 * How a followed job ended, in at most 12 lines: what tells least first, its state and headline last,
 * where the eye is when the prompt comes back.
 */
export function jobEndLines(job: JsonObject, options: RenderOptions): readonly string[] {
  const state = jobState(job);
  const isWaiting = state === 'needs_input';
  const title = isWaiting ? '' : jobNews(job);
  const head = headLines(
    { state, title: title === '' ? textAt(job, 'title', 'skill') : title, parts: [] },
    options,
  ).slice(0, 3);
  const about = partLines(aboutParts(job, options.now), options);
  const question = isWaiting ? partLines(questionParts(job), options) : [];
  const room = LINES_MAX - head.length;
  const shownQuestion = question.slice(0, room);
  return [...about.slice(0, room - shownQuestion.length), ...shownQuestion, ...head];
}

function aboutParts(job: JsonObject, now: number): readonly Part[] {
  return [
    ...jobFacts(job, now),
    { label: 'links', lines: jobLinks(job), linesMax: 3 },
    { label: 'problems', lines: jobProblems(job), linesMax: 2, isNewestLast: true },
    { text: textAt(job, 'summary', 'result_excerpt'), linesMax: 3 },
  ];
}
