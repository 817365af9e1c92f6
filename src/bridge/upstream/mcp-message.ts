import type { JsonObject } from '../../base/json/object.ts';
import type { KnownClass } from '../../client/retry.ts';
import type { RpcError } from '../json-rpc.ts';

/** A call or a listing as the bridge sends it, whatever protocol version the server turns out to have. */
export interface HostedMessage {
  readonly method:
    | 'initialize'
    | 'notifications/initialized'
    | 'tools/list'
    | 'tools/call'
    | 'tasks/get'
    | 'tasks/update'
    | 'tasks/cancel';
  readonly params: JsonObject;
  /** Whether it is sent as 2026-07-28 has it, without a handshake. */
  readonly isModern: boolean;
  /** What is declared with it where its parameters do not say so. */
  readonly capabilities?: JsonObject | undefined;
  readonly operationClass: KnownClass;
  /** How long the service was asked to hold the request. */
  readonly waitSeconds: number;
  readonly signal?: AbortSignal | undefined;
  /** Runs before each try: looks whether what is sent is still meant. What it throws is thrown in place of the try. */
  readonly beforeTry?: (() => Promise<void>) | undefined;
  /** Arguments that go along in headers of their own. */
  readonly parameterHeaders?: Readonly<Record<string, string>> | undefined;
  /** Called with each notification that the server sends before its response. */
  readonly onNotification?: ((method: string, params: JsonObject) => void) | undefined;
}

/** One message as it is posted: with the session and version that an older server agreed to. */
export interface NegotiatedMessage extends HostedMessage {
  readonly session?: string | undefined;
  readonly version?: string | undefined;
}

/** A result, or an error of JSON-RPC with the HTTP status it came with. */
export type McpResponse =
  | { readonly kind: 'result'; readonly result: JsonObject; readonly session: string | undefined }
  | McpErrorResponse;

export interface McpErrorResponse {
  readonly kind: 'error';
  readonly error: RpcError;
  readonly status: number;
  readonly requestId: string;
}
