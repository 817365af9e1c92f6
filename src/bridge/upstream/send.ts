import { retryAfterMs } from '../../base/headers/retry-after.ts';
import { stringifyJson } from '../../base/json/lossless.ts';
import { isObject, type JsonObject } from '../../base/json/object.ts';
import { type RequestInfo, withoutKey } from '../../client/request-info.ts';
import type { AttemptResult, ResponseReader } from '../../client/response.ts';
import type { KnownClass } from '../../client/retry.ts';
import { notTheServiceFailure } from '../../contract/failure.ts';
import type { RpcError } from '../json-rpc.ts';
import { LEGACY_VERSIONS, MODERN_VERSION } from '../protocol-version.ts';
import { headerText } from './header-text.ts';
import type { LargeResponses } from './large-responses.ts';
import { responseFailure } from './response-failure.ts';
import { createMcpResponseReader, type McpResponseReader } from './response-reader.ts';
import type { Upstream } from './upstream.ts';

/** One message to the hosted server. */
export interface McpMessage {
  readonly method: 'initialize' | 'notifications/initialized' | 'tools/list' | 'tools/call';
  readonly params: JsonObject;
  readonly isModern: boolean;
  readonly operationClass: KnownClass;
  /** How long the service was asked to hold the request. */
  readonly waitSeconds: number;
  readonly signal?: AbortSignal | undefined;
  /** Arguments that go along in headers of their own. */
  readonly parameterHeaders?: Readonly<Record<string, string>> | undefined;
  /** Of a session that the server insists on. */
  readonly session?: string | undefined;
  readonly version?: string | undefined;
}

export interface McpRequest extends McpMessage {
  /** Unlike that of any other request of this process. */
  readonly id: number;
  /** Told what the server says on the way to its answer. */
  readonly onNotification?: ((method: string, params: JsonObject) => void) | undefined;
  readonly largeAnswers: LargeResponses;
}

/** A result, or an error of JSON-RPC with the HTTP status it came with. */
export type McpResponse =
  | { readonly kind: 'result'; readonly result: JsonObject; readonly session: string | undefined }
  | {
      readonly kind: 'error';
      readonly error: RpcError;
      readonly status: number;
      readonly requestId: string;
    };

type HttpResponse = Extract<AttemptResult, { readonly kind: 'answered' }>;

const PATH = '/api/mcp';

/**
 * Sends one JSON-RPC request in a POST of its own and reads its answer, JSON or event stream. Throws
 * `Failure` for what the service refuses over HTTP, and where no answer came.
 */
export async function sendRequest(upstream: Upstream, request: McpRequest): Promise<McpResponse> {
  const { id, largeAnswers, method, onNotification = () => {}, params } = request;
  const reader = createMcpResponseReader({ id, onNotification });
  const body = stringifyJson({ jsonrpc: '2.0', id, method, params });
  const { end, held } = largeAnswers.begin();
  const reading = { onPart: reader.onPart, held };
  const { answered, sent } = await post(upstream, request, { body, reading }).finally(end);
  const answer = responseOf(reader, answered, sent);
  if (answer === undefined) return notTheService(upstream, answered, sent);
  if (answer.kind === 'error' && isRefusal(answer.status)) {
    const waitMs = retryAfterMs(answered.headers, upstream.options.clock.now());
    throw responseFailure(answer, waitMs);
  }
  return answer;
}

/** Sends a notification, which nothing answers. Throws `Failure` where it could not be sent. */
export async function sendNotification(upstream: Upstream, message: McpMessage): Promise<void> {
  const { method, params } = message;
  await post(upstream, message, { body: stringifyJson({ jsonrpc: '2.0', method, params }) });
}

function post(
  upstream: Upstream,
  message: McpMessage,
  sending: { readonly body: string; readonly reading?: ResponseReader },
) {
  const { operationClass, signal, waitSeconds } = message;
  return upstream.exchange(upstream.options, upstream.connections, {
    method: 'POST',
    path: PATH,
    asked: {
      ...sending,
      headers: headersOf(message),
      operationClass,
      waitSeconds,
      timeoutMs: timeLimitMs(waitSeconds),
      ...(signal === undefined ? {} : { signal }),
    },
  });
}

function responseOf(
  reader: McpResponseReader,
  { bytes, headers, status }: HttpResponse,
  { key, requestId }: RequestInfo,
): McpResponse | undefined {
  const message = reader.answerIn(headers, bytes);
  if (message === undefined) return undefined;
  if (isObject(message['error'])) {
    return { kind: 'error', error: errorOf(message['error'], key), status, requestId };
  }
  const { result } = message;
  if (!isObject(result) || status >= 300) return undefined;
  return { kind: 'result', result, session: headers['mcp-session-id'] };
}

/** What is no JSON-RPC is a refusal of the service, or is not from it: both throw. */
async function notTheService(
  upstream: Upstream,
  answered: HttpResponse,
  sent: RequestInfo,
): Promise<never> {
  const { readResponse: readAnswer } = await import('../../client/read-response.ts');
  readAnswer(answered, sent, upstream.options.clock.now());
  throw notTheServiceFailure({
    detail: `The service answered ${answered.status} without an answer to this request.`,
    requestId: sent.requestId,
    status: answered.status,
  });
}

/** With its retries and its wait a call ends before assistants give it up after a minute. */
function timeLimitMs(waitSeconds: number): number {
  return Math.min(30_000, Math.max(5000, 55_000 - waitSeconds * 1000));
}

function headersOf(message: McpMessage) {
  const { isModern, method, parameterHeaders, params, session, version } = message;
  const name = params['name'];
  return {
    accept: 'application/json, text/event-stream',
    ...(method === 'initialize'
      ? {}
      : { 'mcp-protocol-version': isModern ? MODERN_VERSION : (version ?? LEGACY_VERSIONS[0]) }),
    ...(isModern ? { 'mcp-method': method, ...parameterHeaders } : {}),
    ...(isModern && typeof name === 'string' ? { 'mcp-name': headerText(name) } : {}),
    ...(session === undefined ? {} : { 'mcp-session-id': session }),
  };
}

/** The error as it came, but for the key where a server repeats what it was sent. */
function errorOf({ code, data, message }: JsonObject, key: string | undefined): RpcError {
  const isKept = data !== undefined && (key === undefined || !stringifyJson(data).includes(key));
  return {
    code: typeof code === 'number' ? code : -32603,
    message: withoutKey(typeof message === 'string' ? message : 'The service failed', key),
    ...(isKept ? { data } : {}),
  };
}

/** 400 and 404 also tell which era the server is of; any other refusal is final. */
function isRefusal(status: number): boolean {
  return status >= 400 && status !== 400 && status !== 404;
}
