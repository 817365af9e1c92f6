import { JOB_OUTCOMES, JOB_STATUSES } from '../../contract/record/job.ts';
import { memberOf } from '../../contract/response-member.ts';
import type { SendContext } from './send-context.ts';

/** What a list of jobs is filtered by, with the words that jobs have for it. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  status: JOB_STATUSES,
  outcome: JOB_OUTCOMES,
};

/**
 * Says on stderr, where the first page of a list of jobs is empty, that no job known here has the word it was
 * filtered by: the service takes any, and one of `state`, which stands beside them in a table, finds nothing.
 */
export async function tellUnknownWord(
  { call: { flags, input, operation }, runtime }: SendContext,
  page: unknown,
): Promise<void> {
  if (operation.tool.name !== 'list_jobs' || flags.quiet === true || !hasNoJobs(page)) return;
  for (const [name, words] of Object.entries(WORDS)) {
    const word = input[name];
    if (typeof word !== 'string' || words.includes(word)) continue;
    const known = `--${name} takes ${words.join(', ')}`;
    await runtime.stderr.write(
      `No job known here has the ${name} ${JSON.stringify(word)}: ${known}.\n`,
    );
  }
}

function hasNoJobs(page: unknown): boolean {
  const jobs = memberOf(page, 'jobs');
  return Array.isArray(jobs) && jobs.length === 0;
}
