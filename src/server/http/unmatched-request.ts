import { Refusal } from '../refusal.ts';
import type { Route } from './route.ts';

/** Why no route matches the request: another method (405 with `Allow`), or no such path (404). */
interface UnmatchedRequest {
  readonly refusal: Refusal;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Explains a request that no route matches. No code of the list is for a wrong method: it is an
 * `invalid_request` with status 405.
 */
export function explainUnmatched(
  routes: readonly Route[],
  method: string,
  path: string,
): UnmatchedRequest {
  const matching = routes.filter((route) => matches(route.path, path));
  const [first] = matching;
  if (first === undefined) {
    return { refusal: new Refusal('not_found', `There is no route ${path}.`), headers: {} };
  }
  const methods = matching.map((route) => route.method);
  const allowed = [...new Set(methods)].join(', ');
  // The route as it is described: a path may have the token of a hosted URL in it.
  const detail = `The method of ${first.path} is ${method}; allowed is ${allowed}.`;
  return {
    refusal: new Refusal('invalid_request', detail, { status: 405 }),
    headers: { allow: methods.includes('GET') ? `${allowed}, HEAD` : allowed },
  };
}

function matches(template: string, path: string): boolean {
  const parts = path.split('/');
  const expected = template.split('/');
  return (
    parts.length === expected.length &&
    expected.every((part, index) => part.startsWith('{') || part === parts[index])
  );
}
