import { leavesOpen } from '../../client/retry.ts';
import { Failure, notTheServiceFailure } from '../../contract/failure.ts';
import { UNSUPPORTED_VERSION } from '../json-rpc.ts';
import type { McpErrorResponse } from './mcp-message.ts';
import type { ExceededLimit } from './response-reader.ts';

const MESSAGE_CHARS_MAX = 500;

const FAILED_IN_IT = 'The service failed in the call';

/** The code that the service itself would give a refusal with this status. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  401: 'invalid_key',
  403: 'forbidden',
  413: 'too_large',
  429: 'rate_limited',
  500: 'internal',
  503: 'unavailable',
};

/** A refusal over HTTP whose body is an error of JSON-RPC, as many servers and gateways send it. */
export function responseFailure(
  { error, requestId, status }: McpErrorResponse,
  retryAfterMs?: number,
): Failure {
  const message = error.message.slice(0, MESSAGE_CHARS_MAX);
  return new Failure(status >= 500 ? 'not_the_service' : 'refused', {
    code: CODE_OF_STATUS[status] ?? (leavesOpen(status) ? 'internal' : 'not_taken'),
    title: leavesOpen(status) ? FAILED_IN_IT : 'The service rejected the call',
    detail: `The service responded with ${status} and the error ${error.code}: ${message}`,
    status,
    requestId,
    ...(retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
    advice:
      error.code === UNSUPPORTED_VERSION
        ? 'The service and fleet share no version of MCP: a person updates fleet.'
        : 'A person sees with `fleet mcp doctor` what the service says to this bridge.',
  });
}

/** An error of JSON-RPC with a good status, by which nobody can tell how far the service came with the call. */
export function failedCall({ error, requestId }: McpErrorResponse): Failure {
  const message = error.message.slice(0, MESSAGE_CHARS_MAX);
  return notTheServiceFailure({
    code: 'internal',
    title: FAILED_IN_IT,
    detail: `It responded with the error ${error.code}: ${message}`,
    requestId,
  });
}

const LIMIT_FACTS = {
  levels: { code: 'too_deep', title: 'The response is nested too deeply' },
  values: { code: 'too_many_values', title: 'The response has more than 2,000,000 values' },
} as const;

const LIMIT_CODES: ReadonlySet<string> = new Set(
  Object.values(LIMIT_FACTS).map(({ code }) => code),
);

/** For a response that was not read, as it exceeds a limit. */
export function limitFailure(limit: ExceededLimit, requestId: string): Failure {
  return notTheServiceFailure({ ...LIMIT_FACTS[limit], requestId });
}

/** Whether a failure is one of `limitFailure`: the same request gets the same response again. */
export function isLimitFailure({ facts }: Failure): boolean {
  return LIMIT_CODES.has(facts.code);
}
