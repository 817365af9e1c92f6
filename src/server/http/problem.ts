import { PROBLEMS, type Problem } from '../../contract/problem.ts';
import { Refusal } from '../refusal.ts';

/** Path of the page that explains a code; `type` of a problem links to it. */
export const ERROR_PAGE_PATH = '/errors';

/** The body of a refusal (RFC 9457; specification, "Errors"); `baseUrl` without a slash at its end. */
export function problemOf(refusal: Refusal, requestId: string, baseUrl: string): Problem {
  return {
    type: `${baseUrl}${ERROR_PAGE_PATH}/${refusal.code}`,
    title: PROBLEMS[refusal.code].title,
    status: refusal.status,
    detail: refusal.message,
    code: refusal.code,
    request_id: requestId,
  };
}

/** Headers that go with a refusal: when to come back, and how to authenticate (RFC 9110). */
export function problemHeaders(refusal: Refusal): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  if (refusal.retryAfterSeconds !== undefined) {
    headers['retry-after'] = String(refusal.retryAfterSeconds);
  }
  if (refusal.code === 'unauthorized') headers['www-authenticate'] = 'Bearer';
  if (refusal.code === 'invalid_key') headers['www-authenticate'] = 'Bearer error="invalid_token"';
  return headers;
}

/**
 * Any error as the refusal that the caller sees. An unexpected error becomes `internal`, which says
 * nothing of what happened; its cause stays for the log.
 */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isHttpError(error) && error.statusCode < 500) {
    return new Refusal('invalid_request', 'The request cannot be understood as HTTP.', {
      status: error.statusCode,
      cause: error,
    });
  }
  return new Refusal('internal', 'Something went wrong on our side; quote the request id.', {
    cause: error,
  });
}

/** What the HTTP library throws for a malformed URL and the like. */
function isHttpError(error: unknown): error is Error & { readonly statusCode: number } {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number';
}
