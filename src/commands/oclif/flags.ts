import * as Flags from '@oclif/core/flags';
import type { FlagInput } from '@oclif/core/interfaces';
import type { Flag, FlagTable } from '../flag-table.ts';

/** Flags as oclif's parser and its manifest want them. */
export function oclifFlags(flags: FlagTable): FlagInput {
  return Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, oclifFlag(flag)]));
}

function oclifFlag({ type, default: byDefault, multiple, ...about }: Flag): FlagInput[string] {
  if (type === 'boolean') return Flags.boolean(about);
  // Each value of a list needs its flag, so that an argument after it stays one.
  if (multiple === true) return Flags.string({ ...about, multiple, multipleNonGreedy: true });
  return Flags.string({
    ...about,
    multiple: false,
    ...(byDefault === undefined ? {} : { default: byDefault }),
  });
}
