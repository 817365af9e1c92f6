import { memberOf, recordIn, textOf } from '../../contract/response-member.ts';
import type { SendContext } from './send-context.ts';

/** So many characters of its result a job's record has. */
const RESULT_CHARS_MAX = 64 * 1024;

/**
 * Says on stderr that a file came in part, where what is printed does not show it: what a script keeps of it would
 * count as the whole.
 */
export async function tellCut(
  { call: { flags }, runtime }: Pick<SendContext, 'call' | 'runtime'>,
  answer: unknown,
): Promise<void> {
  const job = recordIn(answer, 'job');
  const { columns, query = columns } = flags;
  const isHidden = query !== undefined && !query.includes('truncated');
  const files = isHidden ? [answer, memberOf(recordIn(answer, 'command'), 'result')] : [];
  const file = files.find((each) => memberOf(each, 'truncated') === true);
  // No member of a record says it, whatever is printed of it; its length alone may be chance.
  const mayBeCut = (textOf(job, 'result')?.length ?? 0) >= RESULT_CHARS_MAX;
  if (file === undefined && !mayBeCut) return;
  const { cutFileLine, cutResultLine } = await import('./cut-lines.ts');
  await runtime.stderr.write(file === undefined ? cutResultLine(job) : cutFileLine(file));
}
