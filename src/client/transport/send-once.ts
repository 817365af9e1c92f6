import { joinedBytes } from '../../base/joined-bytes.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { AttemptResult, OutgoingRequest, ResponseHead, ResponseHeaders } from '../response.ts';
import { codeOf, faultOf } from './connect-error.ts';
import type { Exchange, ExchangeEvents, HttpConnection } from './http-connection.ts';
import { unsentResult } from './unsent-result.ts';

const RESPONSE_BYTES_MAX = 64 * 1024 * 1024;
/** So many bytes of a response are read before back-pressure applies. */
const UNPAUSED_BYTES = 256 * 1024;
/** Each part takes some hundred bytes beside its own; many small ones are joined. */
const PARTS_MAX = 1024;
/** How long the other end has to close a response that is complete. */
const END_MS = 20;

/**
 * Sends one request on `connection` and gives how it ended; never rejects. Redirects are responses
 * like any other. After a timeout or an abort nothing more of it is sent.
 */
export function sendOnce(
  connection: HttpConnection,
  request: OutgoingRequest,
  clock: Clock,
): Promise<AttemptResult> {
  const { sendingSignal, signal } = request;
  return new Promise((resolve) => {
    const settle = (attempt: AttemptResult): void => {
      cancelTimer();
      signal?.removeEventListener('abort', abort);
      sendingSignal?.removeEventListener('abort', abort);
      resolve(attempt);
    };
    const collector = new ResponseCollector({ settle, reading: request.reading, clock });
    const abort = (): void => {
      const isLeft = sendingSignal?.aborted === false && collector.wasSent;
      if (!isLeft) collector.stop({ kind: 'aborted' });
    };
    const limit = (): void => {
      // Time in which this side had paused the response does not count against its limit.
      const pausedMs = collector.takePausedMs();
      if (pausedMs > 0) cancelTimer = clock.after(pausedMs, limit);
      else collector.stop({ kind: 'timed_out', proxy: connection.proxy });
    };
    let cancelTimer = clock.after(request.timeoutMs, limit);
    if (signal?.aborted || sendingSignal?.aborted) return abort();
    signal?.addEventListener('abort', abort, { once: true });
    sendingSignal?.addEventListener('abort', abort, { once: true });
    collector.exchange = connection.begin(request, collector);
  });
}

interface CollectorOptions {
  readonly settle: (attempt: AttemptResult) => void;
  readonly reading: OutgoingRequest['reading'];
  readonly clock: Clock;
}

/**
 * Collects one response; the first end that it sees is the one that counts. It is the one place that
 * knows what was surely not sent: whatever ended before `sending`.
 */
class ResponseCollector implements ExchangeEvents {
  exchange: Exchange | undefined;
  wasSent = false;
  readonly #options: CollectorOptions;
  readonly #joined: Buffer[] = [];
  #parts: Buffer[] = [];
  #hasEnded = false;
  #bytes = 0;
  #pausedSince: number | undefined;
  #pausedMs = 0;
  #head: ResponseHead = { status: 0, headers: {} };
  /** Set once the response is complete and only its end is waited for. */
  #stopWaiting: (() => void) | undefined;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  sending(): void {
    this.wasSent = true;
  }

  head(status: number, headers: NodeJS.Dict<string | string[]>): void {
    this.#head = { status, headers: joinedHeaders(headers) };
  }

  part(bytes: Buffer): void {
    if (this.#hasEnded || this.#stopWaiting !== undefined) return;
    if (this.#parts.push(bytes) === PARTS_MAX) this.#joinParts();
    this.#bytes += bytes.length;
    if (this.#bytes > RESPONSE_BYTES_MAX) this.#giveUp({ kind: 'too_large' });
    else if (this.#options.reading?.onPart?.(this.#head, bytes) === true) this.#endSoon();
    else this.#pauseWhileBusy();
  }

  #joinParts(): void {
    this.#joined.push(joinedBytes(this.#parts));
    this.#parts = [];
  }

  /** The end usually comes at once, and then the connection can be used again. */
  #endSoon(): void {
    this.#stopWaiting = this.#options.clock.after(END_MS, () => {
      this.ended();
      this.exchange?.abort();
    });
  }

  /** A large response is paused while the reader cannot take more. */
  #pauseWhileBusy(): void {
    const isLarge = this.#bytes > UNPAUSED_BYTES;
    const paused = isLarge ? this.#options.reading?.paused?.() : undefined;
    if (paused === undefined) return;
    const { clock } = this.#options;
    this.#pausedSince = clock.now();
    this.exchange?.pause();
    void paused.then(() => {
      this.#pausedMs += clock.now() - (this.#pausedSince ?? 0);
      this.#pausedSince = undefined;
      this.exchange?.resume();
    });
  }

  /** How long the response was paused since the last call. */
  takePausedMs(): number {
    const now = this.#options.clock.now();
    const pausedMs =
      this.#pausedMs + (this.#pausedSince === undefined ? 0 : now - this.#pausedSince);
    this.#pausedMs = 0;
    if (this.#pausedSince !== undefined) this.#pausedSince = now;
    return pausedMs;
  }

  ended(): void {
    this.#stopWaiting?.();
    const bytes = joinedBytes([...this.#joined, ...this.#parts]);
    this.#end({ kind: 'answered', ...this.#head, bytes });
  }

  failed(error: Error): void {
    if (this.#stopWaiting !== undefined) this.ended();
    else if (this.wasSent) this.#end(this.#broken(codeOf(error)));
    else this.#end(unsentResult(faultOf(error)));
  }

  #broken(reason: string): AttemptResult {
    return { kind: 'broken', reason, hasBegun: this.#head.status > 0 };
  }

  stop(how: { readonly kind: 'timed_out'; proxy: string | undefined } | { kind: 'aborted' }): void {
    if (this.#stopWaiting !== undefined) this.ended();
    this.#giveUp({ ...how, sent: this.wasSent });
  }

  #giveUp(attempt: AttemptResult): void {
    this.#end(attempt);
    this.exchange?.abort();
  }

  #end(attempt: AttemptResult): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#options.settle(attempt);
  }
}

/** The same object where each header came once, as nearly always: it is read for each call of the bridge. */
function joinedHeaders(headers: NodeJS.Dict<string | string[]>): ResponseHeaders {
  if (cameOnce(headers)) return headers;
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

function cameOnce(headers: NodeJS.Dict<string | string[]>): headers is Record<string, string> {
  for (const name in headers) if (typeof headers[name] !== 'string') return false;
  return true;
}
