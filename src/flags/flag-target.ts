import { kebab } from '../base/text/kebab.ts';
import { usageFailure } from '../contract/failure.ts';
import type { Field, FieldShape, Fields } from './field.ts';

/** What one flag sets. */
export interface FlagTarget {
  /** The flag as it was given, without dashes. */
  readonly flag: string;
  readonly field: Field;
  /** Wire names from the property down to the member. */
  readonly path: readonly string[];
  /** The shape at the end of the path; null for a member that the schema does not describe. */
  readonly shape: FieldShape | null;
}

/**
 * Resolves a flag, `args.lines` included: a described member by its kebab-case or wire name, any
 * other one as it is written. Returns null where no field has such a flag.
 */
export function findTarget(flag: string, { fields }: Fields): FlagTarget | null {
  const whole = fields.find((field) => field.flag === flag);
  if (whole !== undefined) return { flag, field: whole, path: [whole.name], shape: whole };

  const [head = '', ...steps] = flag.split('.');
  const field = fields.find((candidate) => candidate.flag === head && candidate.kind === 'object');
  if (field === undefined || steps.some((step) => step === '')) return null;
  const path = [field.name];
  let shape: FieldShape | null = field;
  for (const step of steps) {
    const member: (FieldShape & { readonly name: string }) | undefined = shape?.members.find(
      ({ name }) => name === step || kebab(name) === step,
    );
    path.push(member?.name ?? step);
    shape = member ?? null;
  }
  return { flag, field, path, shape };
}

/** As `findTarget`. Throws a usage failure where there is no such flag. */
export function targetOf(flag: string, fields: Fields): FlagTarget {
  const target = findTarget(flag, fields);
  if (target !== null) return target;
  throw usageFailure(
    `No flag --${flag}`,
    'This operation has no such flag.',
    'Any property can be given as --arg name=text or --arg name:=JSON.',
  );
}
