import type { KnownClass } from '../client/retry.ts';
import { Failure } from '../contract/failure.ts';
import { parseJson, stringifyJson } from '../contract/lossless-json.ts';
import { LEGACY_VERSIONS, MODERN_VERSION } from './era.ts';
import { eventsOf } from './event-stream.ts';
import { isRecord, membersOf, type RpcError } from './json-rpc.ts';
import type { Upstream } from './upstream.ts';

/** One request to the hosted server. */
export interface McpRequest {
  readonly method: 'initialize' | 'tools/list' | 'tools/call';
  readonly params: Readonly<Record<string, unknown>>;
  readonly isModern: boolean;
  readonly operationClass: KnownClass;
  /** How long the service was asked to hold the request. */
  readonly waitSeconds: number;
  readonly signal?: AbortSignal | undefined;
  /** Of a session that the server insists on. */
  readonly session?: string | undefined;
  readonly version?: string | undefined;
}

/** A result, or an error of JSON-RPC with the HTTP status it came with. */
export type McpAnswer =
  | {
      readonly kind: 'result';
      readonly result: Readonly<Record<string, unknown>>;
      readonly session: string | undefined;
    }
  | { readonly kind: 'error'; readonly error: RpcError; readonly status: number };

const PATH = '/api/mcp';
const ID = 1;

/**
 * Sends one JSON-RPC request in a POST of its own and reads its answer, JSON or event stream. Throws
 * `Failure` for what the service refuses over HTTP, and where no answer came.
 */
export async function exchangeMcp(upstream: Upstream, request: McpRequest): Promise<McpAnswer> {
  const { exchange } = await import('../client/request.ts');
  const { method, params, operationClass, waitSeconds, signal } = request;
  const body = stringifyJson({ jsonrpc: '2.0', id: ID, method, params });
  const { answered, sent } = await exchange(upstream.options, upstream.connections, {
    method: 'POST',
    path: PATH,
    asked: {
      body,
      headers: headersOf(request),
      operationClass,
      waitSeconds,
      timeoutMs: timeLimitMs(waitSeconds),
      ...(signal === undefined ? {} : { signal }),
    },
  });
  const type = answered.headers['content-type'] ?? '';
  const isRpc = /^(application\/json|text\/event-stream)\b/i.test(type);
  const message = isRpc ? messageIn(answered.bytes, type) : undefined;
  if (message !== undefined && isRecord(message['result']) && answered.status < 300) {
    const session = answered.headers['mcp-session-id'];
    return { kind: 'result', result: message['result'], session };
  }
  if (message !== undefined && isRecord(message['error'])) {
    return { kind: 'error', error: errorOf(message['error']), status: answered.status };
  }
  const { readAnswer } = await import('../client/problem.ts');
  // What is no JSON-RPC is a refusal of the service, or is not from it: both throw.
  readAnswer(answered, sent, upstream.options.clock.now());
  throw new Failure('not_the_service', {
    code: 'not_the_service',
    title: 'The answer is not one of the service',
    detail: `The service answered ${answered.status} without an answer to this request.`,
    requestId: sent.requestId,
    status: answered.status,
  });
}

/** With its retries and its wait a call ends before assistants give it up after a minute. */
function timeLimitMs(waitSeconds: number): number {
  return Math.min(30_000, Math.max(5000, 55_000 - waitSeconds * 1000));
}

function headersOf({ isModern, method, params, session, version }: McpRequest) {
  const name = params['name'];
  return {
    accept: 'application/json, text/event-stream',
    ...(method === 'initialize'
      ? {}
      : { 'mcp-protocol-version': isModern ? MODERN_VERSION : (version ?? LEGACY_VERSIONS[0]) }),
    ...(isModern ? { 'mcp-method': method } : {}),
    ...(isModern && typeof name === 'string' ? { 'mcp-name': headerText(name) } : {}),
    ...(session === undefined ? {} : { 'mcp-session-id': session }),
  };
}

/** A header holds visible ASCII; anything else goes encoded (2026-07-28, "Headers"). */
function headerText(text: string): string {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?');
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** The answer to our request among what came; a message with another id is none. */
function messageIn(bytes: Uint8Array, type: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const texts = type.toLowerCase().startsWith('text/event-stream') ? eventsOf(text) : [text];
    return texts.map((each) => membersOf(parseJson(each))).find(isAnswer);
  } catch {
    return undefined;
  }
}

function isAnswer(message: Readonly<Record<string, unknown>>): boolean {
  const { error, id, jsonrpc } = message;
  return jsonrpc === '2.0' && (id === ID || (id === null && error !== undefined));
}

function errorOf(error: Readonly<Record<string, unknown>>): RpcError {
  const { code, data, message } = error;
  return {
    code: typeof code === 'number' ? code : -32603,
    message: typeof message === 'string' ? message : 'The service answered with an error.',
    ...(data === undefined ? {} : { data }),
  };
}
