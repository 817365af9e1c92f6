import { twoColumns, wrapped } from '../../terminal/wrap.ts';
import type { Runtime } from '../runtime.ts';

const WIDTH_MAX = 100;
const NAME_MAX = 34;

/** The columns that help fills: those of the terminal, but no more than reads well. */
export function helpWidth(runtime: Runtime): number {
  return Math.max(40, Math.min(runtime.stdout.columns, WIDTH_MAX));
}

/** A titled list of names and meanings; '' where it is empty. */
export function section(
  title: string,
  rows: readonly (readonly [string, string])[],
  width: number,
): string {
  if (rows.length === 0) return '';
  return `${[title, ...twoColumns(rows, { width, nameMax: NAME_MAX })].join('\n')}\n`;
}

/** A text of its own, in lines that fit. */
export function paragraph(text: string, width: number): string {
  return wrapped(text, width)
    .map((line) => `${line}\n`)
    .join('');
}

/** A titled text; '' where there is none. */
export function textSection(title: string, text: string | undefined, width: number): string {
  if (text === undefined || text === '') return '';
  const lines = text.split('\n').flatMap((line) => wrapped(line, width - 2));
  return `${[title, ...lines.map((line) => `  ${line}`)].join('\n')}\n`;
}
