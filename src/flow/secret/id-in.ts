import { textOf } from '../../contract/response-member.ts';

const ID_CHARS_MAX = 200;

/**
 * An id in a response, as a part of a path; undefined where there is none, or one that no path can have:
 * of nothing but dots, which would be a step in it, too long, or no text that UTF-8 can write.
 */
export function idIn(value: unknown, member: string): string | undefined {
  const id = textOf(value, member);
  if (id === undefined || id.length > ID_CHARS_MAX || /^\.+$/.test(id)) return undefined;
  return id.isWellFormed() ? id : undefined;
}
