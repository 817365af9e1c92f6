import { isJsonObject } from '../../base/json/lossless.ts';
import type { RenderOptions } from '../format.ts';
import { sanitiseLine } from '../sanitise.ts';
import { cutText } from '../text-width.ts';
import { textAt } from '../views/member.ts';
import { inToneOf, stateInWords } from '../views/state-tone.ts';
import { viewFormat } from '../views/view-format.ts';

/** What a look at a list has found. */
interface PicturedList {
  readonly list: {
    readonly member: string;
    readonly rows: readonly unknown[];
    /** Whether the service has more than was read. */
    readonly isPart: boolean;
  };
  /** When that was, in milliseconds since the epoch. */
  readonly seenAtMs: number;
  /** Whether later looks have failed. */
  readonly isMissed: boolean;
}

interface ListPictureOptions extends RenderOptions {
  /** Lines of the terminal. */
  readonly height: number;
}

/** Of different states so many are counted. */
const STATES_COUNTED_MAX = 4;
/** The lines above the rows, the one of what is hidden, and the one that the cursor stands on. */
const LINES_BESIDE = 2;

/**
 * A watched list as lines that fit the terminal: when it was seen and how many are in which state, then
 * the rows in their view; what does not fit is counted.
 */
export function listPicture(
  { list, seenAtMs, isMissed }: PicturedList,
  options: ListPictureOptions,
): readonly string[] {
  const { colour, height, width } = options;
  const text = String(viewFormat.value({ value: { [list.member]: list.rows } }, options));
  const lines = text.trimEnd().split('\n');
  const room = Math.max(2, height - LINES_BESIDE);
  const isCut = lines.length > room || list.isPart;
  const shown = isCut ? lines.slice(0, room - 1) : lines;
  const hidden = list.rows.length - Math.max(0, shown.length - 1);
  const amount = `${hidden === 0 ? '' : `${hidden} `}more${list.isPart ? ', and older ones' : ''}`;
  const head = isMissed
    ? inToneOf(
        'failed',
        cutText(`no answer since ${timeOfDay(seenAtMs)}, trying again`, width),
        colour,
      )
    : cutText(`${timeOfDay(seenAtMs)} · ${countsOf(list.rows)}Ctrl-C ends`, width);
  return [head, ...shown, ...(isCut ? [cutText(`… ${amount}`, width)] : [])];
}

/** How many rows are in which state, in the order in which they stand. */
function countsOf(rows: readonly unknown[]): string {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const state = isJsonObject(row) ? textAt(row, 'state', 'status') : '';
    if (state !== '') counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  const parts = [...counts].slice(0, STATES_COUNTED_MAX);
  return parts.map(([state, count]) => `${count} ${sanitiseLine(stateInWords(state))} · `).join('');
}

function timeOfDay(ms: number): string {
  const time = new Date(ms);
  const two = (value: number) => String(value).padStart(2, '0');
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':');
}
