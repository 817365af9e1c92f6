import { stringifyJson } from '../base/json/lossless.ts';
import type { Format } from './format.ts';
import { escapeForTerminalJson } from './sanitise.ts';

/**
 * The service's answer unchanged, byte for byte where its bytes are at hand, and a line end where it has
 * none. On a terminal it is indented, and what a terminal could act on is escaped.
 */
export const jsonFormat: Format = {
  value({ value, bytes }, { isTerminal }) {
    if (value === undefined) return '';
    if (isTerminal) return `${escapeForTerminalJson(stringifyJson(value, 2))}\n`;
    return bytes === undefined ? `${stringifyJson(value)}\n` : asLine(bytes);
  },
  pages: async (options) => (await import('./json-pages.ts')).jsonPages(options),
};

const LINE_FEED = 0x0a;

function asLine(bytes: Uint8Array): Uint8Array {
  if (bytes.at(-1) === LINE_FEED) return bytes;
  const line = new Uint8Array(bytes.length + 1);
  line.set(bytes);
  line[bytes.length] = LINE_FEED;
  return line;
}
