import { isJsonObject } from '../base/json/lossless.ts';
import { cellForPeople } from './cell.ts';
import { bold } from './colour.ts';
import type { RenderOptions } from './format.ts';
import { memberAt } from './rows.ts';
import { sanitiseLine, sanitiseText } from './sanitise.ts';
import { tableText } from './table-text.ts';
import { textWidth, widest } from './text-width.ts';
import { parseTime } from './time.ts';

const DEPTH_MAX = 3;
const LABEL_WIDTH_MAX = 24;
const ITEMS_SHOWN_MAX = 3;
const INDENT = '  ';
const BLOCK_CHARS_MIN = 64 * 1024;

/** A single answer for a person: one line a member, longer and nested ones indented below theirs. */
export function cardLines(value: unknown, options: RenderOptions): readonly string[] {
  if (!isJsonObject(value)) return textLines(value, options);
  if (options.columns === undefined) return recordLines(value, options, 0);
  const chosen = options.columns.map((path) => [path, memberAt(value, path) ?? null]);
  return recordLines(Object.fromEntries(chosen), options, 0);
}

function recordLines(record: object, options: RenderOptions, depth: number): readonly string[] {
  const members = Object.entries(record).map(([name, value]) => ({
    label: sanitiseLine(name),
    value,
    below: linesBelow(value, options, depth),
  }));
  const beside = members.map(({ label, below }) => (below === null ? label : ''));
  const width = Math.min(LABEL_WIDTH_MAX, widest(beside));
  return members.flatMap(({ label, value, below }) => {
    const head = bold(label, options.colour);
    if (below !== null) return below.length === 0 ? [] : [head, ...indented(below)];
    const padding = ' '.repeat(Math.max(0, width - textWidth(label)));
    return [`${head}${padding}  ${inline(value, options)}`.trimEnd()];
  });
}

/** Lines of a value that does not fit beside its label; null for one that does. */
function linesBelow(
  value: unknown,
  options: RenderOptions,
  depth: number,
): readonly string[] | null {
  if (typeof value === 'string') {
    return /[\n\r\u2028\u2029]/.test(value.trimEnd()) ? textBlocks(value) : null;
  }
  if (depth >= DEPTH_MAX) return null;
  if (Array.isArray(value)) {
    return value.some(isJsonObject) ? listLines(value, options, depth) : null;
  }
  return isJsonObject(value) ? recordLines(value, options, depth + 1) : null;
}

/** A short list that does not fit as a table is shown item by item, so that nothing is cut. */
function listLines(
  items: readonly unknown[],
  options: RenderOptions,
  depth: number,
): readonly string[] {
  const { columns: _, ...whole } = options;
  const room = options.width - INDENT.length * (depth + 1);
  const table = tableText(items, { ...whole, width: room });
  if (table.isWhole || items.length > ITEMS_SHOWN_MAX) return table.lines;
  return items.flatMap((item) => {
    const [first = '', ...rest] = isJsonObject(item)
      ? recordLines(item, options, depth + 1)
      : textLines(item, options);
    return [`- ${first}`, ...indented(rest)];
  });
}

/** A time is shown in full and relative; what is empty shows that it is. */
function inline(value: unknown, { now }: RenderOptions): string {
  const cell = cellForPeople(value, now);
  if (cell === '') return '-';
  return typeof value === 'string' && parseTime(value) !== undefined ? `${value} (${cell})` : cell;
}

function textLines(value: unknown, { now }: RenderOptions): readonly string[] {
  if (typeof value !== 'string') return [cellForPeople(value, now)];
  return sanitiseText(value).replace(/\n$/, '').split('\n');
}

/** The lines of a text, many to a block: one of millions of lines would take forty times its memory. */
function textBlocks(value: string): readonly string[] {
  const blocks: string[] = [];
  for (let at = 0; ; ) {
    const end = value.indexOf('\n', at + BLOCK_CHARS_MIN);
    if (end === -1) return [...blocks, ...lastBlock(value.slice(at))];
    blocks.push(sanitiseText(value.slice(at, end).replace(/\r$/, '')));
    at = end + 1;
  }
}

function lastBlock(text: string): readonly string[] {
  return text === '' ? [] : [sanitiseText(text).replace(/\n$/, '')];
}

/** Lines, or blocks of several, one level further in. */
function indented(blocks: readonly string[]): readonly string[] {
  return blocks.map((block) => {
    const lines = block.split('\n').map((line) => (line === '' ? '' : `${INDENT}${line}`));
    return lines.join('\n');
  });
}
