import type { CleanLine } from './task/status-message.ts';

/** So much of a foreign text leaves room on a screen for what is asked about it. */
export const LINES_MAX = 40;
const CHARS_MAX = 4000;

/**
 * A foreign text within words of the client: at most 4,000 characters and 40 lines, each cleaned, and each but
 * the first marked, so that none passes for words of the client.
 */
export function quotedLines(text: string, clean: CleanLine): string {
  const shown = text.length > CHARS_MAX ? `${text.slice(0, CHARS_MAX)}…` : text;
  const lines = shown.toWellFormed().split('\n');
  const rest = lines.length > LINES_MAX ? ['…'] : [];
  return [...lines.slice(0, LINES_MAX).map(clean), ...rest].join('\n> ');
}
