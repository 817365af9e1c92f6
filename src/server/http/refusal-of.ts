import { Refusal } from '../refusal.ts';

/**
 * Any error as the refusal that the caller sees. What is not a refusal is the service's own fault
 * and says nothing of what happened; its cause stays for the log.
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
