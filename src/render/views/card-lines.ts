import { bold } from '../colour.ts';
import type { RenderOptions } from '../format.ts';
import { sanitiseLine, sanitiseText } from '../sanitise.ts';
import { textWidth, widest } from '../text-width.ts';
import { actionLines } from './action-lines.ts';
import { listLines } from './list-lines.ts';
import { inToneOf, stateInWords } from './state-tone.ts';
import type { Card, FactPart, LinesPart, Part, TablePart, TextPart } from './view.ts';
import { wrapWords } from './wrap-words.ts';

const INDENT = '  ';
const LINES_MAX = 10;
/** A single long text is cut before it is worked on. */
const TEXT_CHARS_MAX = 20_000;

/** One record as lines that fit the terminal: state and title, then its parts. */
export function cardLines(card: Card, options: RenderOptions): readonly string[] {
  return [...headLines(card, options), ...partLines(card.parts, options)];
}

/** The state in colour and words, and the title beside it. */
export function headLines(card: Card, { colour, width }: RenderOptions): readonly string[] {
  const state = sanitiseLine(stateInWords(card.state));
  const title = sanitiseLine(card.title);
  const shownState = inToneOf(card.state, state, colour);
  if (state === '' && title === '') return [];
  if (state === '' || title === '') return [`${shownState}${bold(title, colour)}`];
  const [first = '', ...rest] = wrapWords(title, width - textWidth(state) - INDENT.length);
  return [
    `${shownState}${INDENT}${bold(first, colour)}`,
    ...rest.map((line) => `${' '.repeat(textWidth(state))}${INDENT}${bold(line, colour)}`),
  ];
}

/** The parts of a card, each below the last; labels of short values share one width. */
export function partLines(parts: readonly Part[], options: RenderOptions): readonly string[] {
  const labels = parts.map((part) => ('value' in part && part.value !== '' ? part.label : ''));
  const labelWidth = widest(labels);
  return parts.flatMap((part) => {
    if ('value' in part) return factLines(part, labelWidth, options);
    if ('state' in part) return actionLines(part, options);
    if ('rows' in part) return tableLines(part, options);
    return 'text' in part ? textLines(part, options) : listedLines(part, options);
  });
}

function factLines(
  { label, value }: FactPart,
  labelWidth: number,
  { width, colour }: RenderOptions,
): readonly string[] {
  const shown = sanitiseLine(value).trim();
  if (shown === '') return [];
  const [first = '', ...rest] = wrapWords(shown, width - labelWidth - 2 * INDENT.length);
  const padding = ' '.repeat(labelWidth - textWidth(label));
  return [
    `${INDENT}${bold(label, colour)}${padding}${INDENT}${first}`,
    ...rest.map((line) => `${' '.repeat(labelWidth)}${INDENT}${INDENT}${line}`),
  ];
}

function textLines({ text, linesMax }: TextPart, { width }: RenderOptions): readonly string[] {
  const lines = sanitiseText(text.slice(0, TEXT_CHARS_MAX))
    .trim()
    .split('\n')
    .flatMap((line) => wrapWords(line.replaceAll('\t', ' '), width - INDENT.length));
  const shown = lines.slice(0, linesMax);
  const isCut = lines.length > linesMax;
  return shown.map((line, at) =>
    isCut && at === linesMax - 1 ? `${INDENT}${line} …` : `${INDENT}${line}`,
  );
}

function listedLines(part: LinesPart, { width, colour }: RenderOptions): readonly string[] {
  const { linesMax = LINES_MAX } = part;
  const all = part.lines.map((line) => sanitiseLine(line.slice(0, TEXT_CHARS_MAX)).trimEnd());
  if (all.length === 0) return [];
  const isNewestLast = part.isNewestLast === true;
  const shown = isNewestLast ? all.slice(-linesMax) : all.slice(0, linesMax);
  const missing = all.length - shown.length;
  const label = missing > 0 && isNewestLast ? `${part.label}, the last ${linesMax}` : part.label;
  const lines = shown.flatMap((line) => hanging(line, width - 2 * INDENT.length));
  return [
    `${INDENT}${bold(label, colour)}`,
    ...lines.map((line) => `${INDENT}${INDENT}${line}`),
    ...(missing > 0 && !isNewestLast ? [`${INDENT}${INDENT}and ${missing} more`] : []),
  ];
}

function tableLines(part: TablePart, options: RenderOptions): readonly string[] {
  const { rows, columns, label, linesMax = LINES_MAX } = part;
  if (rows.length === 0) return [];
  const indent = INDENT.repeat(2);
  const width = options.width - indent.length;
  const missing = rows.length - linesMax;
  const table = listLines(rows.slice(0, linesMax), columns, { ...options, width });
  return [
    `${INDENT}${bold(label, options.colour)}`,
    ...table.map((line) => `${indent}${line}`),
    ...(missing > 0 ? [`${indent}and ${missing} more`] : []),
  ];
}

/** A line that is too long goes on below itself, further in; what it began with stays. */
function hanging(line: string, width: number): readonly string[] {
  if (textWidth(line) <= width) return [line];
  const start = /^ */.exec(line)?.[0] ?? '';
  const [first = '', ...rest] = wrapWords(line, width - start.length - INDENT.length);
  return [`${start}${first}`, ...rest.map((each) => `${start}${INDENT}${each}`)];
}
