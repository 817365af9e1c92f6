/** The first line of a file that has a note above its text. */
const HEAD = '# fleet: only what stands below the line with the scissors is saved.';

/** As git writes it. */
const SCISSORS = '------------------------ >8 ------------------------';

/** Whatever an editor may take for the end of a line. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/**
 * A text with lines above it that do not belong to it. A note may have what a machine said, in whose
 * lines no scissors are found.
 */
export function withNote(text: string, note: readonly string[]): string {
  // A text that begins as such a note does would be taken for one.
  if (note.length === 0 && !text.startsWith(HEAD)) return text;
  const noted = note.flatMap((part) => part.split(LINE_END));
  const lines = [HEAD, ...noted.map((line) => `# ${line}`.trimEnd()), SCISSORS];
  return `${lines.join('\n')}\n${text}`;
}

/** The text of such a file, also where the line with the scissors was taken out. */
export function withoutNote(file: string): string {
  const lines = file.split('\n');
  if (lines[0]?.trimEnd() !== HEAD) return file;
  const scissors = lines.findIndex((line) => line.trimEnd() === SCISSORS);
  if (scissors !== -1) return lines.slice(scissors + 1).join('\n');
  const first = lines.findIndex((line) => !line.startsWith('#'));
  return first === -1 ? '' : lines.slice(first).join('\n');
}
