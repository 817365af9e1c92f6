import { isObject } from '../base/json/object.ts';
import { memberOf, textOf } from './response-member.ts';

/**
 * A problem (RFC 9457) that something before the service gives as a success. What is read has a status and a
 * title of its own, as a page that was looked at.
 */
export function isProblem(value: unknown, acts = true): boolean {
  const status = memberOf(value, 'status');
  const isRefusal = typeof status === 'number' && status >= 400 && status < 600;
  return (
    isRefusal && (textOf(value, 'code') ?? textOf(value, acts ? 'title' : 'type')) !== undefined
  );
}

/** Whether something tells of an error in the place of what was asked for, whatever else it has. */
export function tellsError(value: unknown): boolean {
  return isProblem(value) || ['error', 'errors'].some((name) => isSomething(memberOf(value, name)));
}

/** Whether a member is there and no way of saying that there is nothing, as `null`, false or an empty list. */
export function isSomething(member: unknown): boolean {
  if (Array.isArray(member)) return member.length > 0;
  return member !== undefined && member !== null && member !== false && member !== '';
}

export function hasMembers(value: unknown): boolean {
  return isObject(value) && Object.values(value).some((member) => member !== null);
}
