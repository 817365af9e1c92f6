import { stringifyJson } from '../base/json/lossless.ts';
import type { Format, RenderOptions } from './format.ts';
import { linesOfPages } from './page-lines.ts';
import { rowsIn } from './rows.ts';
import { escapeForTerminalJson } from './sanitise.ts';

/** Lines of JSON: each row of a list, any other answer whole. */
export const jsonlFormat: Format = {
  value: ({ value }, options) =>
    (rowsIn(value)?.rows ?? [value]).map((row) => jsonLine(row, options)).join(''),
  pages: linesOfPages(jsonLine),
};

function jsonLine(value: unknown, { isTerminal }: RenderOptions): string {
  if (value === undefined) return '';
  const line = stringifyJson(value);
  return `${isTerminal ? escapeForTerminalJson(line) : line}\n`;
}
