import { stringifyJson } from '../base/json/lossless.ts';
import type { Format } from './format.ts';
import { escapeForTerminalJson, sanitiseText } from './sanitise.ts';

/**
 * A string as it is, anything else as compact JSON; both end with a line end, so that `while read` gets
 * the last line too. On a terminal a string is made harmless.
 */
export const rawFormat: Format = {
  value({ value }, { isTerminal }) {
    if (value === undefined) return '';
    if (typeof value !== 'string') {
      const json = stringifyJson(value);
      return `${isTerminal ? escapeForTerminalJson(json) : json}\n`;
    }
    const text = isTerminal ? sanitiseText(value) : value;
    return text.endsWith('\n') ? text : `${text}\n`;
  },
};
