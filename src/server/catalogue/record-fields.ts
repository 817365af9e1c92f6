import { z } from 'zod';

/** An id of ours: opaque text with a readable prefix. */
export function id(prefix: string) {
  return z.string().meta({ examples: [`${prefix}_01hf3zq8k2m0c`] });
}

/** RFC 3339 in UTC with milliseconds. */
export const time = z.string().meta({ format: 'date-time' });
export const maybeTime = time.nullable();
export const maybeText = z.string().nullable();
export const count = z.int().min(0);
export const dollars = z.number().min(0);
/** Any JSON: it comes from a machine or a person. */
export const anyJson = z.unknown();

/** Who did or asked for something. */
export const actor = z.strictObject({
  kind: z.enum(['person', 'api_key', 'machine', 'cloud', 'system']),
  id: maybeText,
  name: z.string(),
});

/** A list newest first: its rows under their plural, and where the next page begins. */
export function listOf<Plural extends string>(plural: Plural, row: z.ZodType) {
  return z.strictObject({
    [plural]: z.array(row),
    next_before: maybeText.describe('Send it back as `before`; null on the last page.'),
  });
}
