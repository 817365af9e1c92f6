import { kebab } from '../base/text/kebab.ts';
import type { FieldKind } from './field.ts';
import { isReservedFlag } from './reserved.ts';

const ORDINARY_NAME = /^[a-z][a-z0-9_]*$/;
// Without dots, which separate an object's members in a flag.
const ARG_NAME = /^[A-Za-z0-9_][A-Za-z0-9_-]*$/;

interface FlagNames {
  /** The flag of the next property in schema order, or null where no flag may carry its name. */
  flagFor(name: string, shape: { readonly kind: FieldKind }): string | null;
}

/**
 * Gives out flag names, first come first served. A property whose flag is taken or reserved, and one
 * whose name is not an ordinary one, has the flag `--arg-<name>` where that is a possible flag.
 */
export function createFlagNames(): FlagNames {
  const taken = new Set<string>();
  return {
    flagFor(name, { kind }) {
      const candidates = ORDINARY_NAME.test(name) ? [kebab(name)] : [];
      const free = candidates.find((flag) => formsOf(flag, kind).every(isFree));
      const flag = free ?? (ARG_NAME.test(name) ? `arg-${name}` : null);
      if (flag !== null) for (const form of formsOf(flag, kind)) taken.add(form);
      return flag;
    },
  };

  function isFree(form: string): boolean {
    return !taken.has(form) && !isReservedFlag(form);
  }
}

/** A boolean also takes the name of its `--no-` form. */
function formsOf(flag: string, kind: FieldKind): readonly string[] {
  return kind === 'boolean' ? [flag, `no-${flag}`] : [flag];
}

const THINGS: ReadonlySet<string> = new Set([
  'machine',
  'job',
  'skill',
  'delivery',
  'alert',
  'command',
  'channel',
  'issue',
]);

/** Whether a property of this name says which thing is meant, and so may be positional. */
export function namesAThing(name: string): boolean {
  return THINGS.has(name);
}
