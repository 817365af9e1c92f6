import { memberOf, recordIn, textOf } from '../../contract/response-member.ts';
import type { SendContext } from './send-context.ts';

const WITHHELD = 'Its content is withheld: the organisation does not let the service keep it.\n';

/** So many characters of its result a job's record has. */
const RESULT_CHARS_MAX = 64 * 1024;

/**
 * Says on stderr that a file came in part or not at all, where what is printed does not show it: what a script keeps
 * of it would count as the whole.
 */
export async function tellCut(
  { call: { flags }, runtime }: Pick<SendContext, 'call' | 'runtime'>,
  answer: unknown,
): Promise<void> {
  const job = recordIn(answer, 'job');
  const { columns, query = columns } = flags;
  const hides = (member: string) => query !== undefined && !query.includes(member);
  const files = [answer, memberOf(recordIn(answer, 'command'), 'result')];
  const is = (member: string) => (each: unknown) =>
    hides(member) && memberOf(each, member) === true;
  if (files.some(is('withheld'))) await runtime.stderr.write(WITHHELD);
  const file = files.find(is('truncated'));
  // No member of a record says it, whatever is printed of it; its length alone may be chance.
  const mayBeCut = (textOf(job, 'result')?.length ?? 0) >= RESULT_CHARS_MAX;
  if (file === undefined && !mayBeCut) return;
  const { cutFileLine, cutResultLine } = await import('./cut-lines.ts');
  await runtime.stderr.write(file === undefined ? cutResultLine(job) : cutFileLine(file));
}
