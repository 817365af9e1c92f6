import { Document, isScalar, Scalar, type ScalarTag, visit } from 'yaml';
import { isExactNumber } from '../base/json/lossless.ts';
import type { Format } from './format.ts';
import { escapeForTerminalJson, hasUnsafe } from './sanitise.ts';

/**
 * YAML 1.2; texts that YAML 1.1 would read as something else (`no`, `1:30`) are quoted. What readers of
 * either would not read as written, and on a terminal unsafe characters, are escaped inside double quotes,
 * so that the value stays the same. Where the texts are very long together, each long one is a line in
 * double quotes.
 */
export const yamlFormat: Format = {
  value({ value }, { isTerminal }) {
    if (value === undefined) return '';
    const document = new Document(value, {
      aliasDuplicateObjects: false,
      compat: 'yaml-1.1',
      customTags: (tags) => [EXACT_NUMBER, ...(isVeryLong(value) ? [LONG_TEXT] : []), ...tags],
    });
    const isOdd = (text: string) =>
      chunksOf(text).some((chunk) => isUnreadable(chunk) || (isTerminal && hasUnsafe(chunk)));
    const plain = document.toString({ lineWidth: 0 });
    if (!isOdd(plain)) return plain;
    visit(document, {
      Scalar(_key, node) {
        if (isScalar(node) && typeof node.value === 'string' && isOdd(node.value)) {
          node.type = Scalar.QUOTE_DOUBLE;
        }
      },
    });
    const quoted = chunksOf(document.toString({ lineWidth: 0 })).map((chunk) => {
      const readable = chunk.replace(UNREADABLE, escaped);
      return isTerminal ? escapeForTerminalJson(readable) : readable;
    });
    return quoted.join('');
  },
};

const CHUNK_CHARS = 1024 * 1024;

/** The parts of a text, none of which splits a character: a replacement takes many times what it is made in. */
function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = from + CHUNK_CHARS;
    const splits = text.codePointAt(to - 1) !== text.charCodeAt(to - 1);
    const end = splits ? to + 1 : to;
    chunks.push(text.slice(from, end));
    from = end;
  }
  return chunks;
}

/** Line breaks of YAML 1.1, by which a text would have members of its own, and what readers refuse. */
const UNREADABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function isUnreadable(text: string): boolean {
  return text.search(UNREADABLE) !== -1;
}

/** Written as JSON: the blocks of the library take forty times the memory of their text. */
const LONG_TEXT: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) => typeof value === 'string' && value.length > LONG_CHARS,
  resolve: (text) => text,
  stringify: ({ value }) => JSON.stringify(value),
};

const LONG_CHARS = 1_000;
const VERY_LONG_CHARS = 4 * 1024 * 1024;

/** Whether the long texts in a value are so together. */
function isVeryLong(value: unknown): boolean {
  let chars = 0;
  const open = [value];
  while (open.length > 0 && chars <= VERY_LONG_CHARS) {
    const next = open.pop();
    if (typeof next === 'string' && next.length > LONG_CHARS) chars += next.length;
    if (typeof next !== 'object' || next === null) continue;
    const names = Array.isArray(next) ? [] : Object.keys(next);
    for (const texts of [names, Object.values(next)]) {
      // Not all as arguments of one call: they stand on the stack, which holds fewer.
      for (const each of texts) open.push(each);
    }
  }
  return chars > VERY_LONG_CHARS;
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
