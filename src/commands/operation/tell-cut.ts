import { memberOf, recordIn, textOf } from '../../contract/response-member.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import type { SendContext } from './send-context.ts';

/** Files of a job of which the end is sent; of others the beginning (specification, "Limits"). */
const SENT_FROM_END: ReadonlySet<string> = new Set(['stdout', 'stderr']);

/**
 * Says on stderr that a file came in part, where what is printed does not show it: what a script keeps of it would
 * count as the whole.
 */
export async function tellCut(
  { call: { flags }, runtime }: Pick<SendContext, 'call' | 'runtime'>,
  answer: unknown,
): Promise<void> {
  const { columns, query = columns } = flags;
  if (query === undefined || query.includes('truncated')) return;
  const files = [answer, memberOf(recordIn(answer, 'command'), 'result')];
  const file = files.find((each) => memberOf(each, 'truncated') === true);
  if (file === undefined) return;
  await runtime.stderr.write(`${inWords(textOf(file, 'artifact'))}${bytesInWords(file)}.\n`);
}

function inWords(name: string | undefined): string {
  if (name === undefined) return 'It is not whole';
  const part = SENT_FROM_END.has(name) ? 'beginning' : 'end';
  return `The ${part} of its ${sanitiseLine(name)} is missing`;
}

function bytesInWords(file: unknown): string {
  const [bytes, content] = [memberOf(file, 'bytes'), memberOf(file, 'content')];
  if (typeof bytes !== 'number' || typeof content !== 'string') return '';
  const sent = Buffer.byteLength(content);
  return sent < bytes ? `: ${sent} of ${bytes} bytes were sent` : '';
}
