import { Flags } from '@oclif/core/flags';
import type { FlagInput } from '@oclif/core/interfaces';
import type { FlagDescriptor } from './flag-descriptors.ts';

/**
 * Flag definitions for oclif's parser. Each hands its text on unparsed and none is required or
 * limited to choices: what a text means and what is allowed is decided by the schema, in one place.
 * Descriptions are as the service wrote them.
 */
export function toOclifFlags(descriptors: readonly FlagDescriptor[]): FlagInput {
  const entries = descriptors.map((descriptor) => [descriptor.name, oclifFlag(descriptor)]);
  return Object.fromEntries(entries);
}

function oclifFlag({ kind, multiple, helpText, helpValue, allowNo }: FlagDescriptor) {
  if (kind === 'boolean') return Flags.boolean({ description: helpText, allowNo });
  const shown = { description: helpText, helpValue: helpValue ?? 'TEXT' };
  return multiple
    ? Flags.string({ ...shown, multiple: true, multipleNonGreedy: true })
    : Flags.string(shown);
}
