import { textWidth } from '../render/text-width.ts';

/** A text as lines of at most `width` columns, broken at spaces; a longer word stays whole. */
export function wrapped(text: string, width: number): readonly string[] {
  return filled(text.match(/\S+/g) ?? [], width);
}

/** After a colon a command goes to the end of the line; within a sentence it has two words and flags. */
const COMMAND_OR_WORD =
  /(?<=: )fleet .*\S|`fleet [^`]*`\S*|fleet [a-z]+(?: [a-z][a-z-]*)?(?: --?[a-z][\w-]*(?:[= ][^\s-]\S*)?)*\S*|\S+/g;

/** The same, but a command to paste is not broken. */
export function wrappedAdvice(text: string, width: number): readonly string[] {
  return filled(text.match(COMMAND_OR_WORD) ?? [], width);
}

function filled(words: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line === '') line = word;
    else if (textWidth(line) + 1 + textWidth(word) <= width) line = `${line} ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** Two columns, the second wrapped: names and what they mean. */
export function twoColumns(
  rows: readonly (readonly [string, string])[],
  options: { readonly width: number; readonly nameMax: number },
): readonly string[] {
  const longest = rows.reduce((most, [name]) => Math.max(most, name.length), 0);
  const nameWidth = Math.min(options.nameMax, longest);
  const indent = ' '.repeat(nameWidth + 4);
  return rows.flatMap(([name, meaning]) => {
    const lines = wrapped(meaning, Math.max(20, options.width - indent.length));
    const fits = name.length <= nameWidth;
    const [first = '', ...others] = fits ? lines : ['', ...lines];
    const head = `  ${fits ? name.padEnd(nameWidth) : name}  ${first}`.trimEnd();
    return [head, ...others.map((line) => `${indent}${line}`)];
  });
}
