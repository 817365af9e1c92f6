import { type JsonObject, membersOf } from '../../base/json/object.ts';
import { leavesOpen } from '../../client/retry.ts';
import type { Failure } from '../../contract/failure.ts';
import { shownBy } from '../../contract/look-up.ts';
import { withUntrustedLabel } from '../../contract/untrusted-label.ts';
import { assistantAdvice } from '../../render/assistant-advice.ts';
import { detailOf } from '../../render/setting-fault.ts';
import type { ToolResult } from './tool-call.ts';

/** The call that a result is of. */
interface FailedCall {
  readonly acts: boolean;
  /** The name of the tool. */
  readonly operation?: string;
}

/**
 * A failed call as the result of the tool: an assistant reads results and gives up on errors of the
 * protocol. A call that acts may have run where it got no response, and where the status leaves that open.
 */
export function failureResult({ facts, kind }: Failure, call: FailedCall): ToolResult {
  const { acts } = call;
  const { code, extra, requestId, retryAfterSeconds, status, title } = facts;
  const detail = detailOf(facts);
  const isFailed = kind === 'network' || kind === 'not_the_service' || leavesOpen(status ?? 0);
  const isNotRun = facts.wasSent === false || (status !== undefined && isBeforeRun(status));
  const mayHaveRun = acts && isFailed && !isNotRun;
  const next = mayHaveRun ? lookUpAdvice(call) : assistantAdvice(facts);
  const said = [
    `${title}.`,
    detail,
    requestId === undefined ? undefined : `Request id: ${requestId}`,
  ];
  const own = [
    next,
    retryAfterSeconds === undefined || mayHaveRun
      ? undefined
      : `Try again after ${retryAfterSeconds} seconds.`,
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
  // Where a response came, what it says is in title and detail.
  const isSaid = kind !== 'network' && requestId !== undefined;
  if (!isSaid) return errorResult(linesOf([...said, ...own]), structuredContent);
  const texts = [linesOf(said), linesOf(own)].filter((text) => text !== '');
  const content = texts.map((text) => ({ type: 'text', text }));
  return withUntrustedLabel<JsonObject>({ content, structuredContent, isError: true });
}

function linesOf(words: readonly (string | undefined)[]): string {
  return words.filter((word) => word !== undefined).join('\n');
}

/** Whether a refusal with this status came before anything ran. */
function isBeforeRun(status: number): boolean {
  return status >= 400 && !leavesOpen(status);
}

/**
 * A result of the service with a problem that leaves open whether the call ran (5xx, 408) as that of one that
 * may have run, where it acts; any other as it is.
 */
export function withMayHaveRun(result: ToolResult, call: FailedCall): ToolResult {
  const { content, isError, structuredContent } = result;
  const { status } = membersOf(structuredContent);
  const isFailed = isError === true && typeof status === 'number' && leavesOpen(status);
  if (!call.acts || !isFailed) return result;
  const advice = lookUpAdvice(call);
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return {
    ...result,
    content: [...parts, { type: 'text', text: advice }],
    structuredContent: { ...membersOf(structuredContent), may_have_run: true, advice },
  };
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
export function internalErrorResult(call: FailedCall, error: unknown): ToolResult {
  const title = isOfMissingFile(error) ? FILES_ARE_GONE : 'The bridge failed';
  return unclearResult({ code: 'internal', title }, call);
}

/** What an update of fleet leaves of a bridge that runs: parts that it has not read yet are no longer there. */
const FILES_ARE_GONE =
  'The bridge failed, since fleet was updated or removed while it ran: the assistant has to be restarted';

const NO_MODULE: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

function isOfMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NO_MODULE.has(error.code);
}

/** For a call of which nobody knows what became of it: one that acts may have run. */
export function unclearResult(
  facts: { readonly code: string; readonly title: string },
  call: FailedCall,
): ToolResult {
  if (!call.acts) return errorResult(`${facts.title}.`, facts);
  const advice = lookUpAdvice(call);
  return errorResult(`${facts.title}.\n${advice}`, { ...facts, may_have_run: true, advice });
}

function lookUpAdvice({ operation }: FailedCall): string {
  const by = shownBy(operation) ?? 'list_commands, list_jobs or list_audit_log';
  return `It may have run and was not sent again. Look up what happened with ${by} before you call it again.`;
}
