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

/** What help shows of a flag; oclif's definitions and its manifest have these members. */
export interface FlagLine {
  readonly name?: string;
  readonly char?: string | undefined;
  readonly type?: string;
  readonly allowNo?: boolean | undefined;
  readonly helpValue?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
  readonly default?: unknown;
}

/** The rows of a list of flags: how each is written, and what it does with its default. */
export function flagRows(flags: readonly FlagLine[]): readonly (readonly [string, string])[] {
  return flags.map((flag) => [spelling(flag), meaning(flag)]);
}

function spelling({ allowNo, char, helpValue, name = '', type }: FlagLine): string {
  const short = char === undefined ? '' : `-${char}, `;
  if (type === 'boolean') return `${short}--${allowNo === true ? '[no-]' : ''}${name}`;
  const value = typeof helpValue === 'string' ? helpValue : (helpValue?.join('|') ?? 'TEXT');
  return `${short}--${name} ${value}`;
}

function meaning({ default: byDefault, description = '' }: FlagLine): string {
  const isShown = typeof byDefault === 'string' || typeof byDefault === 'number';
  return isShown ? `${description} Default: ${byDefault}.` : description;
}
