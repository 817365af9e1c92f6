import type { FlagInput } from '@oclif/core/interfaces';
import type { Fields } from '../../flags/field.ts';
import { toFlagDescriptors } from '../../flags/flag-descriptors.ts';
import { findTarget } from '../../flags/flag-target.ts';
import type { Flag } from '../flag-table.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { flagNames } from '../scan-argv.ts';

/**
 * The generated flags of an operation, and those flags of the command line that set a member of an object (`--args.lines`) which
 * the schema does not name. Their text goes on unparsed, since the schema decides what it means.
 */
export function generatedFlags(fields: Fields, argv: readonly string[]): FlagInput {
  const described = toFlagDescriptors(fields).map(({ kind, multiple, name }): [string, Flag] => [
    name,
    generated(kind === 'boolean', multiple),
  ]);
  const flags = [...undescribedMembers(fields, argv), ...described];
  return oclifFlags(Object.fromEntries(flags));
}

function undescribedMembers(
  fields: Fields,
  argv: readonly string[],
): readonly (readonly [string, Flag])[] {
  return flagNames(argv)
    .map((name) => (findTarget(name, fields) === null ? name.replace(/^no-/, '') : name))
    .filter((name) => name.includes('.'))
    .flatMap((name) => {
      const target = findTarget(name, fields);
      if (target === null) return [];
      const kind = target.shape?.kind;
      return [[name, generated(kind === 'boolean', kind === 'array')] as const];
    });
}

function generated(isSwitch: boolean, multiple: boolean): Flag {
  return isSwitch
    ? { type: 'boolean', allowNo: true, description: '' }
    : { type: 'option', multiple, description: '' };
}
