const PLACEHOLDER = /\{\{\s*(answer|payload(?:\.[A-Za-z0-9_-]+)*)\s*\}\}/g;

/** What a scripted text may refer to. */
export interface Substitutions {
  readonly payload: unknown;
  readonly answer: string;
}

/**
 * Replaces `{{payload.path.to.member}}` and `{{answer}}`, and nothing else: no expressions, no
 * second pass over what was put in. A path that leads nowhere becomes an empty text.
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
