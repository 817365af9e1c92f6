import type { Failure } from '../../contract/failure.ts';
import { assistantAdvice } from '../../render/assistant-advice.ts';
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
  const isNotRun =
    facts.wasSent === false || (status !== undefined && status >= 400 && status < 500);
  const mayHaveRun = acts && isFailed && !isNotRun;
  const next = mayHaveRun ? LOOK_UP : assistantAdvice(facts);
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

/** For a call whose turn came after the end of the input. */
export function inputEndedResult(): ToolResult {
  const detail = 'The input ended before the turn of this call. Nothing was sent.';
  return errorResult(detail, { code: 'input_ended', title: 'The input has ended', detail });
}

/** For an error in the bridge itself. */
export function internalErrorResult({ acts }: { readonly acts: boolean }): ToolResult {
  return unclearResult({ code: 'internal', title: 'The bridge failed' }, { acts });
}

/** For a call of which nobody knows what became of it: one that acts may have run. */
export function unclearResult(
  facts: { readonly code: string; readonly title: string },
  { acts }: { readonly acts: boolean },
): ToolResult {
  if (!acts) return errorResult(`${facts.title}.`, facts);
  const content = { ...facts, may_have_run: true, advice: LOOK_UP };
  return errorResult(`${facts.title}.\n${LOOK_UP}`, content);
}

const LOOK_UP =
  'It may have run and was not sent again. Look up what happened with list_commands or list_jobs ' +
  'before you call it again.';
