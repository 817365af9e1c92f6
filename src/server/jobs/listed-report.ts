import type { JobReport } from '../../contract/record/job.ts';

const TEXT_CHARS_MAX = 4000;
const LINKS_MAX = 10;
const UPDATES_MAX = 10;

/**
 * What lists show of a report: one bad machine could make each list of a hundred jobs so large that
 * the server has no time for anything else, and that no client takes it. `get_job` shows the whole.
 */
export function listedReport(report: JobReport): JobReport {
  const { failure, links, progress, question, summary } = report;
  return {
    ...report,
    summary: beginningOf(summary),
    links: links.slice(-LINKS_MAX),
    failure: failure && { ...failure, message: beginningOf(failure.message) },
    question: question && {
      ...question,
      text: beginningOf(question.text),
      context: beginningOf(question.context),
    },
    progress:
      progress?.recent_updates === undefined
        ? progress
        : { ...progress, recent_updates: progress.recent_updates.slice(-UPDATES_MAX) },
  };
}

function beginningOf<Text extends string | null>(text: Text): Text | string {
  if (text === null || text.length <= TEXT_CHARS_MAX) return text;
  return `${text.slice(0, TEXT_CHARS_MAX - 1).toWellFormed()}…`;
}
