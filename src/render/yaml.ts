import { Document, isScalar, Scalar, type ScalarTag, visit } from 'yaml';
import { isExactNumber } from '../base/json/lossless.ts';
import type { Format } from './format.ts';
import { escapeForTerminalJson, hasUnsafe } from './sanitise.ts';

/**
 * YAML 1.2; texts that YAML 1.1 would read as something else (`no`, `1:30`) are quoted. What readers of
 * either would not read as written, and on a terminal unsafe characters, are escaped inside double quotes,
 * so that the value stays the same.
 */
export const yamlFormat: Format = {
  value({ value }, { isTerminal }) {
    if (value === undefined) return '';
    const document = new Document(value, {
      aliasDuplicateObjects: false,
      compat: 'yaml-1.1',
      customTags: (tags) => [EXACT_NUMBER, ...tags],
    });
    const isOdd = isTerminal
      ? (text: string) => isUnreadable(text) || hasUnsafe(text)
      : isUnreadable;
    const plain = document.toString({ lineWidth: 0 });
    if (!isOdd(plain)) return plain;
    visit(document, {
      Scalar(_key, node) {
        if (isScalar(node) && typeof node.value === 'string' && isOdd(node.value)) {
          node.type = Scalar.QUOTE_DOUBLE;
        }
      },
    });
    const quoted = document.toString({ lineWidth: 0 }).replace(UNREADABLE, escaped);
    return isTerminal ? escapeForTerminalJson(quoted) : quoted;
  },
};

/** Line breaks of YAML 1.1, by which a text would have members of its own, and what readers refuse. */
const UNREADABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function isUnreadable(text: string): boolean {
  return text.search(UNREADABLE) !== -1;
}

/** A number that a double cannot hold is written digit by digit. */
const EXACT_NUMBER: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: isExactNumber,
  // Reading is not ours; a tag has to have a way to.
  resolve: (text) => text,
  stringify: ({ value }) => (isExactNumber(value) ? value.rawJSON : String(value)),
};
