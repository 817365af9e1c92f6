import { stringifyJson } from '../base/json/lossless.ts';
import type { PageWriter, RenderOptions } from './format.ts';
import { membersBesideRows, rowsIn } from './rows.ts';
import { escapeForTerminalJson } from './sanitise.ts';

/** So much of the document waits, so that a list that soon breaks off prints nothing. */
const HELD_CHARS = 1024 * 1024;

/** The document that `mergePages` makes of all pages, written piece by piece. */
export function jsonPages({ isTerminal }: RenderOptions): PageWriter {
  const indentSpaces = isTerminal ? 2 : 0;
  let document: JsonDocument | undefined;
  let held: string | undefined = '';
  const release = (text: string): string => {
    if (held === undefined) return text;
    held += text;
    if (held.length < HELD_CHARS) return '';
    const whole = held;
    held = undefined;
    return whole;
  };
  const shown = (text: string) => (isTerminal ? escapeForTerminalJson(text) : text);
  return {
    page(rows, answer) {
      const head = document === undefined ? headOf(answer, indentSpaces) : '';
      document ??= openDocument(answer, indentSpaces);
      return release(shown(head + document.more(rows, answer)));
    },
    end: () => `${held ?? ''}${document === undefined ? '' : shown(document.tail())}\n`,
  };
}

interface JsonDocument {
  /** The rows as they follow those before. */
  more(rows: readonly unknown[], answer: unknown): string;
  /** What comes after the rows, with the cursors of the last page. */
  tail(): string;
}

/** What comes before the rows; a cursor there is null, as it is when a list has come to its end. */
function headOf(first: unknown, indentSpaces: number): string {
  const member = rowsIn(first)?.member ?? null;
  if (member === null) return '[';
  const { before } = membersBesideRows(first, null, member);
  return upToRows(stringifyJson(Object.fromEntries([...before, [member, []]]), indentSpaces));
}

function openDocument(first: unknown, indentSpaces: number): JsonDocument {
  const member = rowsIn(first)?.member ?? null;
  const around = (rows: readonly unknown[]): string =>
    stringifyJson(member === null ? rows : { [member]: rows }, indentSpaces);
  // How a list with rows begins and ends in this layout, told by one with a known row.
  const start = upToRows(around([])).length;
  const withOne = around([0]);
  const end = withOne.slice(withOne.lastIndexOf('0') + 1);
  let last = first;
  let isEmpty = true;
  return {
    more(rows, answer) {
      last = answer;
      if (rows.length === 0) return '';
      const separator = isEmpty ? '' : ',';
      isEmpty = false;
      return `${separator}${around(rows).slice(start, -end.length)}`;
    },
    tail() {
      const bracket = isEmpty ? ']' : end.slice(0, end.lastIndexOf(']') + 1);
      if (member === null) return bracket;
      const { after } = membersBesideRows(first, last, member);
      const closed = stringifyJson(Object.fromEntries([[member, []], ...after]), indentSpaces);
      return `${bracket}${closed.slice(start + 1)}`;
    },
  };
}

/** The text up to the bracket of an empty list that nothing follows but the end of the object. */
function upToRows(json: string): string {
  return json.slice(0, json.lastIndexOf('[') + 1);
}
