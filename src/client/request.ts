import type { Environment } from '../base/environment.ts';
import { heardSignals } from '../base/processes/heard-signals.ts';
import type { Clock } from '../base/time/clock.ts';
import { pause } from '../base/time/pause.ts';
import type { KeyOrigin } from '../contract/advice-step.ts';
import type { BaseUrl } from '../contract/base-url.ts';
import { usageFailure } from '../contract/failure.ts';
import { IDEMPOTENCY_KEY_HEADER, REQUEST_ID_HEADER } from '../contract/header.ts';
import { readResponse } from './read-response.ts';
import { newRequestId } from './request-id.ts';
import { type RequestInfo, withoutKey } from './request-info.ts';
import type { AttemptResult, FleetResponse, ResponseReader, Unanswered } from './response.ts';
import { type KnownClass, nextTry, outcomeOfAttempt, TRIES_MAX } from './retry.ts';
import type { Connections } from './transport/connections.ts';

const TIMEOUT_MS = 30_000;
const LARGE_BYTES = 1024 * 1024;

export interface FleetClientOptions {
  readonly baseUrl: BaseUrl;
  /** Left out only for `GET /api/v1/pricing`. */
  readonly key?: string;
  /** Told where the service refuses the key. */
  readonly keyOrigin?: KeyOrigin | undefined;
  readonly clock: Clock;
  /** From 0 to below 1, as `Math.random`. */
  readonly random: () => number;
  /** For one request with its retries, not counting the wait on the server; 30000 by default. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Gets one line for each attempt: method, URL, how it ended, milliseconds. Never the key. */
  readonly log?: (line: string) => void;
  /**
   * Runs the reading of a large response, which takes its time: until something is sent that may change
   * anything. `isBeside`: other requests are under way.
   */
  readonly readLarge?:
    | (<Result>(read: () => Promise<Result>, isBeside?: boolean) => Promise<Result>)
    | undefined;
  /** Of this program, for `user-agent`. */
  readonly version: string;
  /** For the proxy variables and FLEET_ALLOW_HTTP. */
  readonly environment: Environment;
}

export interface RequestOptions {
  /** JSON text. */
  readonly body?: string;
  /** `if-none-match` in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly operationClass: KnownClass;
  /** This request changes nothing, though others of its operation do. */
  readonly changesNothing?: boolean | undefined;
  /** It acts, and has an Idempotency-Key by which the service knows it again. */
  readonly isRepeatable?: boolean;
  /** Seconds that the server was asked to hold the request; added to the time limit. */
  readonly waitSeconds?: number;
  /** Instead of the client's own time limit. */
  readonly timeoutMs?: number;
  /**
   * Runs before each try, after all waiting, outside the time limit: looks whether what is sent is still
   * meant. What it throws is thrown in place of the try.
   */
  readonly beforeTry?: (() => Promise<void>) | undefined;
  /** At most this many attempts; 4 by default. */
  readonly triesMax?: number;
  /** Instead of the client's own signal. */
  readonly signal?: AbortSignal;
  /** Ends a try that is on its way, in place of `signal`, which then ends pauses and begins no other try. */
  readonly sendingSignal?: AbortSignal;
  /** Instead of a new id, for a request that is looked up by it later. */
  readonly requestId?: string;
  /** Reads a response of any depth: `true`, as a schema that takes everything, stands for what is too deep. */
  readonly cutsDeeper?: boolean;
  /** Takes the key out of the parsed response, for one whose words are told as an error. */
  readonly hidesKey?: boolean;
  /** For a response that is read while it comes. */
  readonly reading?: ResponseReader;
  /** Gets each delay before another try, in milliseconds. */
  readonly waits?: (delayMs: number) => void;
}

interface ClientRequest {
  readonly method: string;
  /** Of `urlOf`. */
  readonly url: URL;
  readonly options: RequestOptions;
}

/** Sends a request, with its retries, and reads the response. Throws `Failure`. */
export async function performRequest(
  client: FleetClientOptions,
  connections: Connections,
  request: ClientRequest,
): Promise<FleetResponse> {
  const { response, info } = await sendWithRetries(client, connections, request);
  const read = () => readResponse(response, info, client.clock.now());
  const isLong = response.bytes.length > LARGE_BYTES;
  return isLong && client.readLarge !== undefined ? client.readLarge(read) : read();
}

/** A response that has not been read yet: of any status and any type. */
interface RawResponse {
  readonly response: Extract<AttemptResult, { readonly kind: 'answered' }>;
  readonly info: RequestInfo;
}

/**
 * As `performRequest`, for a caller that reads the response itself. Throws `Failure` where no
 * response came.
 */
export async function sendWithRetries(
  client: FleetClientOptions,
  connections: Connections,
  { method, url, options }: ClientRequest,
): Promise<RawResponse> {
  const { clock } = client;
  let info = requestInfo(client, { method, url, options });
  const signal = options.signal ?? client.signal;
  const mayRepeat = options.operationClass === 'read' || options.isRepeatable === true;
  let startedAt = clock.now();
  for (let attempt = 1; ; attempt += 1) {
    let triedAt = clock.now();
    if (options.beforeTry !== undefined) {
      startedAt -= triedAt;
      await options.beforeTry();
      triedAt = clock.now();
      startedAt += triedAt;
    }
    // No Ctrl-C that came while something else took long is followed by an action.
    if (options.operationClass !== 'read') await heardSignals();
    const ended = await connections.send({
      isRead: mayRepeat,
      method,
      path: `${url.pathname}${url.search}`,
      headers: headersOf(client, info, options),
      body: options.body,
      // A pause can last longer than it was to, as on a computer that slept.
      timeoutMs: Math.max(0, startedAt + info.timeLimitMs - triedAt),
      signal,
      sendingSignal: options.sendingSignal,
      reading: options.reading,
    });
    client.log?.(logLine(info, ended, clock.now() - triedAt));
    if (ended.kind === 'answered' && ended.status < 400) return { response: ended, info };
    const now = clock.now();
    const next = nextTry({
      attempt,
      triesMax: options.triesMax ?? TRIES_MAX,
      operationClass: mayRepeat ? 'read' : options.operationClass,
      outcome: outcomeOfAttempt(ended, now),
      elapsedMs: now - startedAt,
      deadlineMs: info.timeLimitMs,
      random: client.random(),
    });
    let failed: Unanswered = { kind: 'aborted', sent: false };
    if (next !== 'stop') {
      if (options.isRepeatable === true && mayHaveArrived(ended)) {
        info = { ...info, mayHaveRun: true };
      }
      options.waits?.(next.delayMs);
      if (await pause(clock, next.delayMs, signal)) {
        if (options.isRepeatable === true) info = { ...info, isRepeated: true };
        continue;
      }
    } else if (ended.kind === 'answered') return { response: ended, info };
    else failed = ended;
    const { networkFailure } = await import('./network-failure.ts');
    throw networkFailure(failed, info);
  }
}

function requestInfo(
  client: FleetClientOptions,
  { method, url, options }: ClientRequest,
): RequestInfo {
  const { headers = {}, isRepeatable, operationClass, timeoutMs, waitSeconds = 0 } = options;
  return {
    method,
    origin: client.baseUrl.origin,
    path: withoutKey(url.pathname, client.key),
    operationClass,
    requestId: options.requestId ?? newRequestId(client.random),
    key: client.key,
    keyOrigin: client.keyOrigin,
    conditional: 'if-none-match' in headers,
    ...(isRepeatable && { idempotencyKey: headers[IDEMPOTENCY_KEY_HEADER] }),
    ...(options.cutsDeeper === true && { cutsDeeper: true }),
    ...(options.hidesKey === true && { hidesKey: true }),
    timeLimitMs: (timeoutMs ?? client.timeoutMs ?? TIMEOUT_MS) + waitSeconds * 1000,
  };
}

/** Whether the service may have acted on a try after which there may be another. */
function mayHaveArrived(ended: AttemptResult): boolean {
  return ended.kind === 'broken' || (ended.kind === 'answered' && ended.status >= 500);
}

/** Where a path below the base URL leads, which may have a query. Throws `Failure` usage where it is none. */
export function urlOf(baseUrl: BaseUrl, path: string): URL {
  const url = path.startsWith('/') ? URL.parse(`${baseUrl.text}${path}`) : null;
  if (url !== null && url.origin === baseUrl.origin) return url;
  throw usageFailure(
    'The path is not usable',
    `"${path}" must start with / and be a URL path below the base URL.`,
  );
}

function headersOf(
  client: FleetClientOptions,
  info: RequestInfo,
  options: RequestOptions,
): Record<string, string> {
  return {
    accept: 'application/json, application/problem+json',
    ...options.headers,
    'user-agent': `fleet-cli/${client.version}`,
    [REQUEST_ID_HEADER]: info.requestId,
    ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(client.key === undefined ? {} : { authorization: `Bearer ${client.key}` }),
  };
}

function logLine(info: RequestInfo, ended: AttemptResult, tookMs: number): string {
  const how = ended.kind === 'answered' ? String(ended.status) : ended.kind;
  const { method, origin, path, requestId } = info;
  return `${method} ${origin}${path} → ${how} in ${Math.round(tookMs)} ms (request id ${requestId})`;
}
