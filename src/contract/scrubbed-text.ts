import { endOfFirst } from '../base/text/find-text.ts';

/** Stands in a text that left a machine in the place of what looks like a secret. */
export const SCRUBBED = '[scrubbed]';

/** How often a text has what stands in the place of a secret. */
export function marksIn(text: string): number {
  return text.split(SCRUBBED).length - 1;
}

/** Whether a text that left a machine may be this one, with marks within its lines and else letter by letter. */
export function isScrubbedFormOf(shown: string, text: string): boolean {
  const lines = text.split('\n');
  const shownLines = shown.split('\n');
  return (
    shownLines.length === lines.length &&
    shownLines.every((line, index) => isScrubbedLineOf(line, lines[index] ?? ''))
  );
}

/** What stands between the marks has to come in this order, with something in the place of each mark. */
function isScrubbedLineOf(shown: string, line: string): boolean {
  const [first = '', ...others] = shown.split(SCRUBBED);
  const last = others.pop();
  if (last === undefined) return shown === line;
  if (!line.startsWith(first)) return false;
  let end = first.length;
  for (const part of others) {
    end = endOfFirst(part, line, end + 1);
    if (end === -1) return false;
  }
  return line.length > end + last.length && line.endsWith(last);
}
