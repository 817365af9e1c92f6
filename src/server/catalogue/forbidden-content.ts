import type { JsonObject } from '../../base/json/object.ts';

/** Deeper than any sender needs; JSON that is deeper could not be serialised again. */
const NESTING_MAX = 200;

interface ValueAtPath {
  readonly path: string;
  readonly value: unknown;
  readonly depth: number;
}

/**
 * Looks through a whole JSON value, names included, for what no input may hold: U+0000 (PostgreSQL
 * refuses it), half a surrogate pair (it has no UTF-8) and nesting beyond 200 levels. Gives the
 * first complaint, naming the place, or undefined. Without recursion, so nesting cannot exhaust it.
 */
export function findForbiddenContent(root: unknown): string | undefined {
  const open: ValueAtPath[] = [{ path: 'the input', value: root, depth: 0 }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { path, value, depth } = place;
    if (depth > NESTING_MAX)
      return `${path} is nested deeper than the allowed ${NESTING_MAX} levels.`;
    if (typeof value === 'string') {
      const complaint = complaintAbout(value);
      if (complaint !== undefined) return `${path} ${complaint}`;
    } else if (typeof value === 'object' && value !== null) {
      for (const name of Object.keys(value)) {
        const complaint = complaintAbout(name);
        if (complaint !== undefined) return `A member's name in ${path} ${complaint}`;
        const member = (value as JsonObject)[name];
        if (typeof member !== 'string' && typeof member !== 'object') continue;
        open.push({ path: depth === 0 ? `\`${name}\`` : path, value: member, depth: depth + 1 });
      }
    }
  }
  return undefined;
}

function complaintAbout(text: string): string | undefined {
  if (text.includes('\0')) return 'contains the character U+0000, which is not allowed.';
  if (!text.isWellFormed())
    return 'contains half a surrogate pair; only whole characters are allowed.';
  return undefined;
}
