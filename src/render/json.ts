import { stringifyJson } from '../base/json/lossless.ts';
import type { Format } from './format.ts';
import { jsonPages } from './json-pages.ts';
import { escapeForTerminalJson } from './sanitise.ts';

/**
 * The service's answer unchanged, byte for byte where its bytes are at hand. On a terminal it is
 * indented, and what a terminal could act on is escaped.
 */
export const jsonFormat: Format = {
  value({ value, bytes }, { isTerminal }) {
    if (value === undefined) return '';
    if (isTerminal) return `${escapeForTerminalJson(stringifyJson(value, 2))}\n`;
    return bytes ?? `${stringifyJson(value)}\n`;
  },
  pages: jsonPages,
};
