import { z } from 'zod';

/**
 * Free text of a machine, cut to `max` code points: refusing a sync for a long text would shut out
 * the machine for as long as it reports it. U+0000, which PostgreSQL cannot store, is replaced.
 */
export function textUpTo(max: number) {
  return z.string().transform((value) => cut(value, max));
}

/** A name: a text that is not empty, cut like any other. */
export function nameUpTo(max: number) {
  return z
    .string()
    .min(1)
    .transform((value) => cut(value, max));
}

function cut(value: string, max: number): string {
  const text = value.replaceAll('\0', '\ufffd').toWellFormed();
  return text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('');
}

/** A list of which only the first `max` items are kept, for the same reason. */
export function firstUpTo<Item extends z.ZodType>(item: Item, max: number) {
  return cutList(item, (all) => all.slice(0, max));
}

/** A list of which only the last `max` items are kept. */
export function lastUpTo<Item extends z.ZodType>(item: Item, max: number) {
  return cutList(item, (all) => all.slice(-max));
}

/** Looks at what is kept alone, and no further than the first that is wrong: a list may be very long. */
function cutList<Item extends z.ZodType>(
  item: Item,
  keep: (all: readonly unknown[]) => readonly unknown[],
) {
  return z.array(z.unknown()).transform((all, { issues }): z.output<Item>[] => {
    const kept: z.output<Item>[] = [];
    for (const [place, input] of keep(all).entries()) {
      const parsed = item.safeParse(input);
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        const path = [place, ...(issue?.path ?? [])];
        issues.push({ code: 'custom', message: issue?.message ?? 'is wrong', path, input });
        return kept;
      }
      kept.push(parsed.data);
    }
    return kept;
  });
}

/** An id, which has to be taken as it is: 1 to `max` characters, none of them U+0000. */
export function idUpTo(max: number) {
  return z
    .string()
    .min(1)
    .max(max)
    .refine((id) => !id.includes('\0'), 'must not contain U+0000');
}

/**
 * An amount of 0 or more, cut to `max` for the same reason: what is stored has to be summed and read
 * again on either engine.
 */
export function amountUpTo(max: number) {
  return z
    .number()
    .min(0)
    .transform((value) => Math.min(value, max));
}

/** A whole number of 0 or more, cut like an amount. */
export function countUpTo(max: number) {
  return z
    .int()
    .min(0)
    .transform((value) => Math.min(value, max));
}

/** Deeper JSON could not be written out again; an input may be as deep. */
const LEVELS_MAX = 200;

/** Whether lists and objects are nested deeper than 200 levels. */
export function isTooDeep(value: unknown, levels = LEVELS_MAX): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isTooDeep(one, levels - 1));
}

/** Any JSON, null in place of what is nested too deeply. */
export const boundedJson = z.unknown().transform((value) => (isTooDeep(value) ? null : value));

/** The times that RFC 3339 can write. */
const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** A moment by a machine's clock, with any offset, written in UTC with milliseconds. */
export const machineTime = z.iso
  .datetime({ offset: true })
  .refine((time) => !Number.isNaN(Date.parse(time)), 'is not a moment')
  .transform((time) =>
    new Date(Math.min(Math.max(Date.parse(time), EARLIEST), LATEST)).toISOString(),
  );
