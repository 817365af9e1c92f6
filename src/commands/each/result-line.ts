import { memberOf, recordIn, textOf } from '../../contract/response-member.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { textWidth } from '../../render/text-width.ts';
import { inToneOf, stateInWords } from '../../render/views/state-tone.ts';
import type { EachRow, ResultWord } from './result-row.ts';

/** As the state whose colour it has. */
const TONE: Readonly<Record<ResultWord, string>> = {
  done: 'done',
  accepted: 'queued',
  still_pending: 'running',
  failed: 'failed',
  needs_input: 'needs_input',
  refused: 'refused',
  unknown: 'warning',
  not_sent: 'skipped',
};

const WORD_WIDTH = Math.max(...Object.keys(TONE).map((word) => word.length));

/** What became of one machine, for a person: its name, a word, and what there is to say. */
export function resultLine(
  row: EachRow,
  { colour, nameWidth }: { readonly colour: boolean; readonly nameWidth: number },
): string {
  const plainName = sanitiseLine(row.name.slice(0, TEXT_CHARS_MAX));
  const name = `${plainName}${' '.repeat(Math.max(0, nameWidth - textWidth(plainName)))}`;
  const word = stateInWords(row.result);
  const gap = ' '.repeat(WORD_WIDTH - word.length);
  const said = row.error === null ? detailOf(row) : errorIn(row);
  const detail = sanitiseLine(said.slice(0, TEXT_CHARS_MAX));
  return `${name}  ${inToneOf(TONE[row.result], word, colour)}${gap}  ${detail}`.trimEnd();
}

/** The answer itself has all of a longer text; a line of many megabytes is none that anybody reads. */
const TEXT_CHARS_MAX = 10_000;

/** The names of results and how many machines have each, as in `2 done, 1 not sent`. */
export function countedResults(rows: readonly Pick<EachRow, 'result'>[]): string {
  const words = Object.keys(TONE).map((word) => {
    const count = rows.filter(({ result }) => result === word).length;
    return count === 0 ? '' : `${count} ${stateInWords(word)}`;
  });
  return words.filter((word) => word !== '').join(', ');
}

function errorIn(row: EachRow): string {
  const { code, detail, request_id: requestId, title } = row.error ?? {};
  if (code === 'interrupted' || code === 'terminated') return detailOf(row);
  const id = typeof requestId === 'string' ? `(request id ${requestId})` : '';
  const what = [title, detail].filter((text) => typeof text === 'string' && text !== '').join(': ');
  return [what, id].filter((text) => text !== '').join(' ');
}

/** The job or command, and how it stands. */
function detailOf({ command, job, response }: EachRow): string {
  const record = recordIn(response, job === null ? 'command' : 'job');
  const said =
    textOf(record, 'headline') ??
    textOf(memberOf(record, 'question'), 'text') ??
    textOf(memberOf(record, 'failure'), 'message') ??
    textOf(memberOf(record, 'error'), 'message');
  return [job ?? command, said].filter((part) => part != null).join('  ');
}
