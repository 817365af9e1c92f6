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
