import { z } from 'zod';

/**
 * Free text of a machine, cut to `max` code points: refusing a sync for a long text would shut out
 * the machine for as long as it reports it.
 */
export function textUpTo(max: number) {
  return z.string().transform((text) => {
    if (text.length <= max) return text;
    return [...text.slice(0, 2 * max)].slice(0, max).join('').toWellFormed();
  });
}

/** A name or an id: 1 to `max` characters, none of them U+0000, which PostgreSQL cannot store. */
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
