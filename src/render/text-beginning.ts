import { shellWord } from '../base/shells/shell-word.ts';
import { sanitiseLine } from './sanitise.ts';

/**
 * The beginning of a remote text, as a word of a command to paste; undefined where there is none. It has
 * letters, digits and marks that mean nothing to a shell, so that also one that knows other quotes runs
 * nothing: the text ends before the first other character, and a long one between two words.
 */
export function textBeginning(text: string): string | undefined {
  const line = text.trim().replace(/\s+/g, ' ');
  const [plain = ''] = /^[\p{L}\p{N}](?:[\p{L}\p{N} ,.:?/#+_-]\p{M}{0,2})*/u.exec(line) ?? [];
  const [short = ''] = /^.{1,60}(?!\S)|^.{1,60}/u.exec(plain) ?? [];
  const word = short.trim();
  return word === '' || sanitiseLine(word) !== word ? undefined : shellWord(word);
}
