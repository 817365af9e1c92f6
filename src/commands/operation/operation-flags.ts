import type { Fields } from '../../flags/field.ts';
import { toFlagDescriptors } from '../../flags/flag-descriptors.ts';
import { findTarget } from '../../flags/flag-target.ts';
import { RESERVED_FLAGS } from '../flag-table.ts';
import { flagsIn, type ReadableFlag, type ReadableFlags } from '../read-words.ts';

/**
 * The flags of an operation: ours and those of its schema, those included that set a member of an
 * object (`--args.lines`) which the schema does not name.
 */
export function operationFlags(fields: Fields): ReadableFlags {
  const ours = flagsIn(RESERVED_FLAGS);
  return {
    find: (name) => ours.find(name) ?? generatedFlag(name, fields),
    // Those of a schema have none.
    nameOfShort: ours.nameOfShort,
    names: () => [...toFlagDescriptors(fields).map(({ name }) => name), ...ours.names()],
  };
}

/** Its text goes on unparsed, since the schema decides what it means. */
function generatedFlag(name: string, fields: Fields): ReadableFlag | undefined {
  const target = findTarget(name, fields);
  if (target === null) return undefined;
  const kind = target.shape?.kind;
  return kind === 'boolean'
    ? { type: 'boolean', allowNo: true }
    : { type: 'option', multiple: kind === 'array' || kind === 'string-map' };
}
