import { retryAfterMs } from '../../base/headers/retry-after.ts';
import { stringifyJson } from '../../base/json/lossless.ts';
import { isObject, type JsonObject } from '../../base/json/object.ts';
import { type RequestInfo, withoutKey } from '../../client/request-info.ts';
import type { AttemptResult, ResponseReader } from '../../client/response.ts';
import { type Failure, notTheServiceFailure } from '../../contract/failure.ts';
import { PAGE_WANTED, type RpcError } from '../json-rpc.ts';
import type { LargeResponses } from './large-responses.ts';
import { messageHeaders } from './mcp-headers.ts';
import type { McpResponse, NegotiatedMessage } from './mcp-message.ts';
import { limitFailure, responseFailure } from './response-failure.ts';
import {
  createMcpResponseReader,
  type ExceededLimit,
  type McpResponseReader,
} from './response-reader.ts';
import type { Upstream } from './upstream.ts';

interface SendOptions {
  /** The id of the request, used by no other request of this process. */
  readonly id: number;
  readonly largeResponses: LargeResponses;
}

type PostResponse = Extract<AttemptResult, { readonly kind: 'answered' }>;

/**
 * Sends one JSON-RPC request in a POST of its own and reads its response, JSON or event stream.
 * Throws `Failure` where the service refuses it over HTTP, and where no response came.
 */
export async function sendRequest(
  upstream: Upstream,
  message: NegotiatedMessage,
  { id, largeResponses }: SendOptions,
): Promise<McpResponse> {
  const { method, onNotification = () => {}, params } = message;
  const reader = createMcpResponseReader({ id, key: upstream.options.key, onNotification });
  const body = stringifyJson({ jsonrpc: '2.0', id, method, params });
  const { end, paused } = largeResponses.begin();
  let posted: Awaited<ReturnType<typeof post>>;
  try {
    posted = await post(upstream, message, { body, reading: { onPart: reader.onPart, paused } });
  } finally {
    end();
  }
  const { info, response: raw } = posted;
  const response = responseOf(reader, raw, info);
  if (response === undefined) return notTheService(upstream, raw, info);
  if (typeof response === 'string') throw limitFailure(response, info.requestId);
  if (response.kind === 'error' && isRefusal(response.status)) {
    const waitMs = retryAfterMs(raw.headers, upstream.options.clock.now());
    throw responseFailure(response, waitMs);
  }
  return response;
}

/** Sends a notification, which has no response. Throws `Failure` where it could not be sent. */
export async function sendNotification(
  upstream: Upstream,
  message: NegotiatedMessage,
): Promise<void> {
  const { method, params } = message;
  await post(upstream, message, { body: stringifyJson({ jsonrpc: '2.0', method, params }) });
}

function post(
  upstream: Upstream,
  message: NegotiatedMessage,
  sending: { readonly body: string; readonly reading?: ResponseReader },
) {
  const { beforeTry, operationClass, signal, waitSeconds } = message;
  return upstream.sendWithRetries(upstream.options, upstream.connections, {
    method: 'POST',
    url: upstream.endpoint,
    options: {
      ...sending,
      headers: messageHeaders(message),
      operationClass,
      waitSeconds,
      beforeTry,
      timeoutMs: timeLimitMs(waitSeconds),
      ...(signal === undefined ? {} : { signal }),
    },
  });
}

function responseOf(
  reader: McpResponseReader,
  { bytes, headers, status }: PostResponse,
  { key, requestId }: RequestInfo,
): McpResponse | ExceededLimit | undefined {
  const message = reader.responseIn(headers, bytes);
  if (message === undefined) return undefined;
  // A refusal is told by its status.
  if (typeof message === 'string') return status >= 300 ? undefined : message;
  if (isObject(message['error'])) {
    return { kind: 'error', error: errorOf(message['error'], key), status, requestId };
  }
  const { result } = message;
  if (!isObject(result)) return undefined;
  if (status >= 400 && status < 500) throw resultAllTheSame(status, requestId);
  if (status >= 300) return undefined;
  return { kind: 'result', result, session: headers['mcp-session-id'] };
}

/** It has no status in its facts, by which it would count as a refusal: the result says that it ran. */
function resultAllTheSame(status: number, requestId: string): Failure {
  const detail = `The service responded with ${status} and a result all the same.`;
  return notTheServiceFailure({ detail, requestId });
}

/** Throws `Failure` for a response that is not JSON-RPC: a refusal of the service, or not from it. */
async function notTheService(
  upstream: Upstream,
  response: PostResponse,
  info: RequestInfo,
): Promise<never> {
  const { readResponse } = await import('../../client/read-response.ts');
  await readResponse(response, info, upstream.options.clock.now());
  throw notTheServiceFailure({
    detail: `The service responded with ${response.status}, but not to this request.`,
    requestId: info.requestId,
    status: response.status,
  });
}

/** So that a call with its retries and its wait ends before assistants give it up after a minute. */
function timeLimitMs(waitSeconds: number): number {
  return Math.min(30_000, Math.max(5000, 55_000 - waitSeconds * 1000));
}

/** The error as it came, without the key where a server repeats what it was sent, and without pages to open. */
function errorOf({ code, data, message }: JsonObject, key: string | undefined): RpcError {
  const hasKey = key !== undefined && stringifyJson(data ?? null).includes(key);
  const isKept = data !== undefined && !hasKey && code !== PAGE_WANTED;
  return {
    code: typeof code === 'number' ? code : -32603,
    message: withoutKey(typeof message === 'string' ? message : 'The service failed', key),
    ...(isKept ? { data } : {}),
  };
}

/** 400 and 404 may mean that the server has another protocol version; any other refusal is final. */
function isRefusal(status: number): boolean {
  return status >= 400 && status !== 400 && status !== 404;
}
