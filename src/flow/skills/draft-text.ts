/** The first line of a file that has a note above its text. */
const HEAD = '# fleet: only what stands below the line with the scissors is saved.';

/** As git writes it. */
const SCISSORS = '------------------------ >8 ------------------------';

/** A text with sanitised lines above it that do not belong to it. */
export function withNote(text: string, note: readonly string[]): string {
  if (note.length === 0) return text;
  const lines = [HEAD, ...note.map((line) => `# ${line}`.trimEnd()), SCISSORS];
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
