import type { FieldShape } from '../../flags/fields.ts';

/** What a value may be, in words; '' where the schema sets no limit. */
export function limitsOf(shape: FieldShape): string {
  const { item, max, maxLength, min, minLength, pattern } = shape;
  const parts = [
    range(min, max, ''),
    range(minLength, maxLength, ' characters'),
    pattern === null ? '' : `Matches ${pattern}.`,
    item === null ? '' : `Give it again for each further one. ${limitsOf(item)}`.trimEnd(),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function range(least: number | null, most: number | null, unit: string): string {
  if (least !== null && most !== null) return `${least} to ${most}${unit}.`;
  if (least !== null) return `At least ${least}${unit}.`;
  return most === null ? '' : `At most ${most}${unit}.`;
}
