import { stringifyJson } from '../base/json/lossless.ts';
import type { Format } from './format.ts';
import { escapeForTerminalJson, sanitiseText } from './sanitise.ts';

/**
 * A string as it is, so that a file fetched with `--query content -o raw > file` is exact; anything
 * else as compact JSON. On a terminal a string is made harmless and ends its line.
 */
export const rawFormat: Format = {
  value({ value }, { isTerminal }) {
    if (value === undefined) return '';
    if (typeof value !== 'string') {
      const json = stringifyJson(value);
      return `${isTerminal ? escapeForTerminalJson(json) : json}\n`;
    }
    if (!isTerminal) return value;
    const text = sanitiseText(value);
    return text === '' || text.endsWith('\n') ? text : `${text}\n`;
  },
};
