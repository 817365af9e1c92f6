import type { Fields } from '../../flags/field.ts';
import { toFlagDescriptors } from '../../flags/flag-descriptors.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { type Flag, RESERVED_FLAGS } from '../flag-table.ts';

/** A flag as completion needs it: what its values can be, and its other form. */
export interface OfferedFlag {
  readonly name: string;
  /** The name of its property, or of the flag where it is one of ours. */
  readonly of: string;
  readonly about: string;
  readonly takesValue: boolean;
  readonly values: readonly string[];
  /** Whether its value is the path of a file or folder. */
  readonly takesFile: boolean;
  readonly allowNo: boolean;
}

/** A flag of our own, as the manifest has it. */
export interface NamedFlag {
  readonly name: string;
  readonly type: string;
  readonly description?: string;
  readonly helpValue?: string;
  readonly allowNo?: boolean;
}

/** Every flag that an operation takes. */
export function operationFlags(fields: Fields): readonly OfferedFlag[] {
  const generated = toFlagDescriptors(fields).map((flag) => ({
    name: flag.name,
    of: flag.wireName,
    about: firstSentence(flag.helpText),
    takesValue: flag.kind !== 'boolean',
    values: flag.options,
    takesFile: false,
    allowNo: flag.allowNo,
  }));
  const reserved = Object.entries<Flag>(RESERVED_FLAGS);
  return [...generated, ...reserved.map(([name, flag]) => ownFlag({ ...flag, name }))];
}

/** A value written `a|b|c` in help is one of these words. */
const WORDS = /^[a-z][\w:-]*(?:\|[a-z][\w:-]*)+$/;

/** A value written so in help is a path. */
const PATH = /^(?:FILE|PATH|DIR)(?:\||$)/;

/** A flag of a command of ours. */
export function ownFlag({ allowNo, description, helpValue, name, type }: NamedFlag): OfferedFlag {
  return {
    name,
    of: name,
    about: description ?? '',
    takesValue: type !== 'boolean',
    values: helpValue !== undefined && WORDS.test(helpValue) ? helpValue.split('|') : [],
    takesFile: helpValue !== undefined && PATH.test(helpValue),
    allowNo: allowNo === true,
  };
}

function firstSentence(text: string): string {
  return sanitiseLine(text).split(/(?<=\.)\s/)[0] ?? '';
}
