/** A member of a parsed response, or undefined where `value` is no object or has no such own member. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

/** As `memberOf`, for a member that is a text with something in it. */
export function textOf(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === 'string' && member !== '' ? member : undefined;
}

/** The record inside a response such as `{"job": {…}}`, or the response itself. */
export function recordIn(value: unknown, name: 'job' | 'command' | 'machine'): unknown {
  const inner = memberOf(value, name);
  return typeof inner === 'object' && inner !== null ? inner : value;
}
