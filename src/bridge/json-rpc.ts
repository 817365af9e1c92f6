import { type ExactNumber, isExactNumber, parseJson } from '../base/json/lossless.ts';
import { isObject, type JsonObject, membersOf } from '../base/json/object.ts';
import { exceededLimit, withoutDeeper } from '../base/json/size.ts';
import { leavesOpen } from '../client/retry.ts';

/** An id as JSON-RPC has it; it goes back exactly as it came. */
export type RpcId = string | number | ExactNumber;

export interface RpcRequest {
  readonly kind: 'request';
  readonly id: RpcId;
  readonly method: string;
  readonly params: JsonObject;
}

interface RpcNotification {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: JsonObject;
}

/** The assistant's response to a request of the bridge. */
interface RpcResponse {
  readonly kind: 'response';
  readonly id: RpcId;
  /** Undefined where the response is an error. */
  readonly result: unknown;
}

interface RpcInvalid {
  readonly kind: 'invalid';
  readonly error: RpcError;
  /** Of the message; null where it has none. */
  readonly id: RpcId | null;
}

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const HEADER_MISMATCH = -32020;
export const MISSING_CAPABILITY = -32021;
export const UNSUPPORTED_VERSION = -32022;
/** Of a server that wants the person to open a page first (MCP 2025-11-25, "URL Elicitation Required"). */
export const PAGE_WANTED = -32042;

const REJECTIONS: ReadonlySet<number> = new Set([
  PARSE_ERROR,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  INVALID_PARAMS,
  HEADER_MISMATCH,
  MISSING_CAPABILITY,
  UNSUPPORTED_VERSION,
]);

/** Whether an error, or the problem in it, says that the request was not run; after any other it may have been. */
export function isRejection({ code, data }: RpcError): boolean {
  const { status } = membersOf(data);
  return REJECTIONS.has(code) || (typeof status === 'number' && isRefusal(status));
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !leavesOpen(status);
}

/** Of a line: some megabytes of small lists in each other took seconds and hundreds of megabytes. */
const LIMITS = { levelsMax: 500, valuesMax: 200_000, listsMax: 200_000 };
const LIMIT_TEXTS = { levels: '500 levels', values: '200,000 values' } as const;

/**
 * A line as a JSON-RPC 2.0 message. Batches, which only one revision of MCP had, are refused, and so is,
 * unread, what is nested deeply or has very many values.
 */
export function readMessage(line: string): RpcRequest | RpcNotification | RpcResponse | RpcInvalid {
  let message: unknown;
  try {
    const beyond = exceededLimit(line, LIMITS);
    if (beyond !== undefined) return refusedUnread(line, LIMIT_TEXTS[beyond]);
    message = parseJson(line);
  } catch {
    return invalid(PARSE_ERROR, 'The line is not JSON.', null);
  }
  if (Array.isArray(message)) {
    return invalid(INVALID_REQUEST, 'A batch is not accepted: send one message a line.', null);
  }
  const { error, id, jsonrpc, method, params: given, result } = membersOf(message);
  const hasId = isRpcId(id);
  if (jsonrpc !== '2.0') return invalid(INVALID_REQUEST, '`jsonrpc` must be "2.0".', idOf(id));
  if (typeof method !== 'string') {
    return hasId && (result !== undefined || error !== undefined)
      ? { kind: 'response', id, result }
      : invalid(INVALID_REQUEST, '`method` must be a string.', idOf(id));
  }
  // Some assistants write null for no parameters.
  const params = given ?? {};
  // A notification has no response, not even where it is wrong.
  if (id === undefined) return { kind: 'notification', method, params: membersOf(params) };
  if (!isObject(params)) {
    return invalid(INVALID_PARAMS, '`params` must be an object.', idOf(id));
  }
  if (hasId) return { kind: 'request', id, method, params };
  return invalid(INVALID_REQUEST, '`id` must be a string or a number.', null);
}

/** The refusal of a line of which only the members themselves are looked at. Throws for what is not JSON. */
function refusedUnread(line: string, most: string): RpcInvalid {
  const own = withoutDeeper(line, 1);
  const isSmall = exceededLimit(own, LIMITS) === undefined;
  const { id, method } = membersOf(isSmall ? parseJson(own) : undefined);
  const message = `The line has more than ${most}. Nothing was sent.`;
  // The id of a response is ours, and would name a request of the assistant.
  return invalid(INVALID_REQUEST, message, method === undefined ? null : idOf(id));
}

/** Whether a value can be an id: a text, or a number of any size. */
export function isRpcId(id: unknown): id is RpcId {
  return typeof id === 'string' || typeof id === 'number' || isExactNumber(id);
}

function idOf(id: unknown): RpcId | null {
  return isRpcId(id) ? id : null;
}

function invalid(code: number, message: string, id: RpcId | null): RpcInvalid {
  return { kind: 'invalid', error: { code, message }, id };
}
