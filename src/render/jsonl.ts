import { stringifyJson } from '../base/json/lossless.ts';
import type { Format, RenderOptions } from './format.ts';
import { linesOfPages } from './page-lines.ts';
import { escapeForTerminalJson } from './sanitise.ts';

/** One line of JSON: a single answer whole, of several pages each row. */
export const jsonlFormat: Format = {
  value: ({ value }, options) => jsonLine(value, options),
  pages: linesOfPages(jsonLine),
};

function jsonLine(value: unknown, { isTerminal }: RenderOptions): string {
  if (value === undefined) return '';
  const line = stringifyJson(value);
  return `${isTerminal ? escapeForTerminalJson(line) : line}\n`;
}
