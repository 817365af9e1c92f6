import { shellWord } from '../base/shells/shell-word.ts';
import { plainText } from '../contract/plain-text.ts';

/**
 * A remote text in plain characters, as a word of a command to paste; undefined where there is none. Of a long one the
 * beginning, which ends between two words, with `...`: each shell and console takes that as it is.
 */
export function textBeginning(text: string): string | undefined {
  const plain = plainText(text);
  const [short = ''] = /^.{1,200}(?!\S)|^.{1,200}/u.exec(plain) ?? [];
  const word = short.trim();
  return word === '' ? undefined : shellWord(word === plain ? word : `${word}...`);
}
