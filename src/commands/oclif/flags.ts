import * as Flags from '@oclif/core/flags';
import type { FlagInput } from '@oclif/core/interfaces';
import type { Flag } from '../flag-table.ts';

/** Flags given as plain data, as oclif's parser wants them. */
export function oclifFlags(flags: Readonly<Record<string, Flag>>): FlagInput {
  return Object.fromEntries(
    Object.entries(flags).map(([name, { type, ...about }]) => [
      name,
      type === 'boolean' ? Flags.boolean(about) : textFlag(about),
    ]),
  );
}

function textFlag({ multiple, ...about }: Omit<Flag, 'type'>): FlagInput[string] {
  // Each value of a list needs its flag, so that an argument after it stays one.
  return multiple === true
    ? Flags.string({ ...about, multiple: true, multipleNonGreedy: true })
    : Flags.string({ ...about, multiple: false });
}
