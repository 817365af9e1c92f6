import { z } from 'zod';
import type { ProgressStep } from '../jobs/job-event.ts';

/** The first fenced block ```` ```sh ```` of a Markdown text, without its fences. */
export function firstShellBlock(markdown: string): string | undefined {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => /^`{3,}sh[ \t]*$/.test(line));
  if (start < 0) return undefined;
  const fence = /^`+/.exec(lines[start] ?? '')?.[0] ?? '```';
  const length = lines.slice(start + 1).findIndex((line) => line.trimEnd() === fence);
  if (length < 0) return undefined;
  return `${lines.slice(start + 1, start + 1 + length).join('\n')}\n`;
}

/**
 * Why a Markdown text has no such block, with the line, counted from `firstLine`, of the block that it
 * has instead; undefined where it has one.
 */
export function shellBlockProblem(markdown: string, firstLine: number): string | undefined {
  if (firstShellBlock(markdown) !== undefined) return undefined;
  const lines = markdown.split('\n');
  const shell = lines.findIndex((line) => /^`{3,}sh[ \t]*$/.test(line));
  if (shell >= 0) return `line ${firstLine + shell}: the block is not closed`;
  const other = lines.findIndex((line) => /^`{3,}/.test(line));
  if (other < 0) return 'has no block that starts with ```sh';
  return `line ${firstLine + other}: the block must start with \`\`\`sh alone`;
}

/** How a line of output begins that reports progress. */
export const PROGRESS_PREFIX = '::progress ';

const progressLine = z.object(
  {
    message: z.string().nullable().default(null),
    percent: z.number().min(0).max(100).nullable().default(null),
    step: z.string().nullable().default(null),
  },
  { error: 'must be an object of message, percent, step' },
);

/**
 * The progress that a line of output reports, `::progress {"message": …, "percent": …}`; undefined
 * for any other line. Gives what is wrong with it as a text where it is not valid.
 */
export function readProgressLine(line: string): ProgressStep | string | undefined {
  if (!line.startsWith(PROGRESS_PREFIX)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line.slice(PROGRESS_PREFIX.length));
  } catch {
    return 'is not JSON';
  }
  const { data, error } = progressLine.safeParse(value);
  const issue = error?.issues[0];
  return data ?? [...(issue?.path ?? []), issue?.message ?? 'is not valid'].join(': ');
}
