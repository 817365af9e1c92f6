const PLACEHOLDER = /\{\{\s*(answer|payload(?:\.[A-Za-z0-9_-]+)*)\s*\}\}/g;

/** The values that a text with placeholders may refer to. */
interface Substitutions {
  readonly payload: unknown;
  readonly answer: string;
}

/**
 * Replaces `{{payload.path.to.member}}` and `{{answer}}` only: there are no expressions, and what was
 * inserted is not searched for placeholders. A path without a value becomes an empty text.
 */
export function substitute(text: string, values: Substitutions): string {
  return text.replace(PLACEHOLDER, (_placeholder, path: string) => {
    if (path === 'answer') return values.answer;
    return asText(path.split('.').slice(1).reduce(memberOf, values.payload));
  });
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
