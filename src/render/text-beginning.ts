import { shellWord } from '../base/shells/shell-word.ts';
import { plainText } from '../contract/plain-text.ts';

/**
 * The beginning of a remote text in plain characters, as a word of a command to paste; undefined where there is
 * none. A long one ends between two words.
 */
export function textBeginning(text: string): string | undefined {
  const [short = ''] = /^.{1,200}(?!\S)|^.{1,200}/u.exec(plainText(text)) ?? [];
  const word = short.trim();
  return word === '' ? undefined : shellWord(word);
}
