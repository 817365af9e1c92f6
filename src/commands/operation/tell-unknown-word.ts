import { DELIVERY_OUTCOMES } from '../../contract/record/delivery.ts';
import { JOB_OUTCOMES, JOB_STATUSES } from '../../contract/record/job.ts';
import { memberOf } from '../../contract/response-member.ts';
import type { SendContext } from './send-context.ts';

interface WordedList {
  /** The member of a page that has its rows. */
  readonly rows: string;
  readonly row: string;
  /** What it is filtered by, with the words that its rows have for it. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

const LISTS: Readonly<Record<string, WordedList>> = {
  list_jobs: {
    rows: 'jobs',
    row: 'job',
    filters: { status: JOB_STATUSES, outcome: JOB_OUTCOMES },
  },
  list_deliveries: {
    rows: 'deliveries',
    row: 'delivery',
    filters: { outcome: DELIVERY_OUTCOMES },
  },
};

/**
 * Says on stderr, where the first page of a list is empty, that no row known here has the word it was
 * filtered by: the service takes any, and one of `state`, which stands beside them in a table, finds no job.
 */
export async function tellUnknownWord(
  { call: { flags, input, operation }, runtime }: SendContext,
  page: unknown,
): Promise<void> {
  const { name: tool } = operation.tool;
  const list = Object.hasOwn(LISTS, tool) ? LISTS[tool] : undefined;
  if (list === undefined || flags.quiet === true || !isEmpty(memberOf(page, list.rows))) return;
  for (const [name, words] of Object.entries(list.filters)) {
    const word = input[name];
    if (typeof word !== 'string' || words.includes(word)) continue;
    const known = `--${name} takes ${words.join(', ')}`;
    await runtime.stderr.write(
      `No ${list.row} known here has the ${name} ${JSON.stringify(word)}: ${known}.\n`,
    );
  }
}

function isEmpty(rows: unknown): boolean {
  return Array.isArray(rows) && rows.length === 0;
}
