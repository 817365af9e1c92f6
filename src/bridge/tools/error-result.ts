import type { Failure } from '../../contract/failure.ts';
import { adviceOf } from '../../render/advice-step.ts';
import { detailOf } from '../../render/setting-fault.ts';
import type { ToolResult } from './tool-call.ts';

/**
 * A failed call as the result of the tool: an assistant reads results and gives up on errors of the
 * protocol. A call that acts may have run where it got no response, and where the service failed with
 * a 5xx.
 */
export function failureResult(
  { facts, kind }: Failure,
  { acts }: { readonly acts: boolean },
): ToolResult {
  const { code, extra, requestId, retryAfterSeconds, status, title } = facts;
  const detail = detailOf(facts);
  const isFailed = kind === 'network' || kind === 'not_the_service' || (status ?? 0) >= 500;
  const isNotRun = NOT_RUN.has(code) || (status !== undefined && status >= 400 && status < 500);
  const mayHaveRun = acts && isFailed && !isNotRun;
  const next = mayHaveRun
    ? LOOK_UP
    : (ADVICE_OF_CODE[code] ?? adviceOf(facts) ?? ADVICE_OF_STATUS[status ?? 0]);
  const words = [
    `${title}.`,
    detail,
    next,
    retryAfterSeconds === undefined || mayHaveRun
      ? undefined
      : `Try again after ${retryAfterSeconds} seconds.`,
    requestId === undefined ? undefined : `Request id: ${requestId}`,
  ];
  const structuredContent = {
    ...extra,
    code,
    title,
    ...(detail === undefined ? {} : { detail }),
    ...(status === undefined ? {} : { status }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
    ...(acts && isFailed ? { may_have_run: mayHaveRun } : {}),
    ...(next === undefined ? {} : { advice: next }),
  };
  return errorResult(words.filter((word) => word !== undefined).join('\n'), structuredContent);
}

/** A result with `isError`. */
export function errorResult(text: string, structuredContent: object): ToolResult {
  return { content: [{ type: 'text', text }], structuredContent, isError: true };
}

/** For an error in the bridge itself, as a call or a response that is nested too deeply causes. */
export function internalErrorResult(
  error: unknown,
  { acts }: { readonly acts: boolean },
): ToolResult {
  const isDeep = error instanceof RangeError;
  const title = isDeep ? 'The call or its response is nested too deeply' : 'The bridge failed';
  const facts = { code: isDeep ? 'too_deep' : 'internal', title };
  if (!acts) return errorResult(`${title}.`, facts);
  return errorResult(`${title}.\n${LOOK_UP}`, { ...facts, may_have_run: true, advice: LOOK_UP });
}

const NOT_RUN: ReadonlySet<string> = new Set(['not_connected', 'not_trusted']);

const LOOK_UP =
  'It may have run and was not sent again. Look up what happened with list_commands or list_jobs ' +
  'before you call it again.';

const ADVICE_OF_CODE: Readonly<Record<string, string>> = {
  no_key:
    'A person logs in with `fleet auth login`, and the bridge finds the key with the next call; or puts it into the settings of this server in the assistant, where they ask for one.',
  no_base_url:
    'A person logs in with `fleet auth login --base-url https://…`, and the bridge finds it with the next call; or puts the base URL into the settings of this server in the assistant, where they ask for one.',
  timed_out:
    'The service may be slow or hang: try again later, and tell the person if it goes on. A person looks with `fleet doctor`.',
  invalid_key:
    'The key was revoked, has expired or is another service’s. A person logs in again with `fleet auth login`, and the bridge finds the new key with the next call; or, where the assistant’s settings hold the key, puts a new one there.',
};

const AGAIN_LATER =
  'Try again later. A person looks with `fleet doctor` where it goes on like this.';

/** Advice where the failure itself brings none. */
const ADVICE_OF_STATUS: Readonly<Record<number, string>> = {
  402: 'The plan of the organisation does not have this: tell the person.',
  403: 'The key may not do this: a person logs in with another key, or leaves it.',
  404: 'Look up the name or id first. A person sees with `fleet mcp doctor` what the service says.',
  413: 'Send less in one call.',
  429: 'The key has made too many calls: wait, and make fewer.',
  500: AGAIN_LATER,
  503: AGAIN_LATER,
};
