import { z } from 'zod';
import type { CommandRow } from '../database/schema.ts';

/**
 * The members of what a machine answered that are as `members` says. A machine wrote it, so that any
 * may be missing; one of another type is as good as missing.
 */
export function readCommandResult<Members extends z.ZodRawShape>(
  { result }: Pick<CommandRow, 'result'>,
  members: Members,
): Partial<z.output<z.ZodObject<Members>>> {
  const given: unknown = result === null ? null : JSON.parse(result);
  if (typeof given !== 'object' || given === null) return {};
  const lenient = Object.entries(members).map(([name, member]) => [
    name,
    z.optional(member).catch(undefined),
  ]);
  const read = z.object(Object.fromEntries(lenient)).parse(given);
  return read as Partial<z.output<z.ZodObject<Members>>>;
}
