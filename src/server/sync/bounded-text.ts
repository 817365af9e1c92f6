import { z } from 'zod';

/**
 * Free text of a machine, cut to `max` code points: refusing a sync for a long text would shut out
 * the machine for as long as it reports it. U+0000, which PostgreSQL cannot store, is replaced.
 */
export function textUpTo(max: number) {
  return z.string().transform((given) => {
    const text = given.replaceAll('\0', '\ufffd').toWellFormed();
    return text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('');
  });
}

/** A list of which only the last `max` items are kept, for the same reason. */
export function lastUpTo<Item extends z.ZodType>(item: Item, max: number) {
  return z.array(item).transform((items) => items.slice(-max));
}

/** A name or an id: 1 to `max` characters, none of them U+0000. */
export function nameUpTo(max: number) {
  return z
    .string()
    .min(1)
    .max(max)
    .refine((name) => !name.includes('\0'), 'must not contain U+0000');
}

/** A moment by a machine's clock, with any offset, written in UTC with milliseconds. */
export const machineTime = z.iso
  .datetime({ offset: true })
  .refine((time) => !Number.isNaN(Date.parse(time)), 'is no moment')
  .transform((time) => new Date(time).toISOString());
