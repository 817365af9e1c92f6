import type { Dispatcher } from 'undici';
import type { Clock } from '../base/time/clock.ts';
import type { AttemptResult, OutgoingRequest, ResponseHead, ResponseHeaders } from './response.ts';

/** So many bytes of a response are read before back-pressure applies. */
const UNPAUSED_BYTES = 256 * 1024;
/** How long the other end has to close a response that is complete. */
const END_MS = 20;

/** Codes of Node and OpenSSL for a peer whose certificate is not trusted. */
const CERTIFICATE_PROBLEM = /CERT|^UNABLE_TO_|^ERR_SSL_|^ERR_TLS_|^HOSTNAME_MISMATCH$/;

/**
 * Sends one request on `connection` and gives how it ended; never rejects. Redirects are responses
 * like any other. After a timeout or an abort nothing more of it is sent.
 */
export function sendOnce(
  connection: Dispatcher,
  request: OutgoingRequest,
  clock: Clock,
): Promise<AttemptResult> {
  return new Promise((resolve) => {
    const settle = (attempt: AttemptResult): void => {
      cancelTimer();
      request.signal?.removeEventListener('abort', abort);
      resolve(attempt);
    };
    const handler = new ResponseCollector({ settle, reading: request.reading, clock });
    const abort = () => handler.stop('aborted');
    const limit = (): void => {
      // Time in which this side had paused the response does not count against its limit.
      const pausedMs = handler.takePausedMs();
      if (pausedMs > 0) cancelTimer = clock.after(pausedMs, limit);
      else handler.stop('timed_out');
    };
    let cancelTimer = clock.after(request.timeoutMs, limit);
    if (request.signal?.aborted) return abort();
    request.signal?.addEventListener('abort', abort, { once: true });
    connection.dispatch(
      {
        origin: request.origin,
        method: request.method,
        path: request.path,
        headers: request.headers,
        body: request.body ?? null,
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      handler,
    );
  });
}

interface CollectorOptions {
  readonly settle: (attempt: AttemptResult) => void;
  readonly reading: OutgoingRequest['reading'];
  readonly clock: Clock;
}

/** Collects one response; the first end that it sees is the one that counts. */
class ResponseCollector implements Dispatcher.DispatchHandler {
  readonly #options: CollectorOptions;
  readonly #parts: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #ended = false;
  #bytes = 0;
  #pausedSince: number | undefined;
  #pausedMs = 0;
  #head: ResponseHead = { status: 0, headers: {} };
  /** Set once the response is complete and only its end is waited for. */
  #stopWaiting: (() => void) | undefined;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  /** undici calls this right before the first byte goes out: until then nothing was sent. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#ended) controller.abort(new Error('no longer wanted'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    this.#head = { status, headers: joinedHeaders(headers) };
  }

  onResponseData(controller: Dispatcher.DispatchController, part: Buffer): void {
    if (this.#ended || this.#stopWaiting !== undefined) return;
    this.#parts.push(part);
    const { clock, reading } = this.#options;
    if (reading?.onPart?.(this.#head, part) === true) this.#endSoon(controller, clock);
    else this.#pauseWhileBusy(controller, part.length);
  }

  /** The end usually comes at once, and then the connection can be used again. */
  #endSoon(controller: Dispatcher.DispatchController, clock: Clock): void {
    this.#stopWaiting = clock.after(END_MS, () => {
      this.onResponseEnd();
      controller.abort(new Error('the response is complete'));
    });
  }

  /** A large response is paused while the reader cannot take more. */
  #pauseWhileBusy(controller: Dispatcher.DispatchController, partBytes: number): void {
    this.#bytes += partBytes;
    const paused = this.#bytes > UNPAUSED_BYTES ? this.#options.reading?.paused?.() : undefined;
    if (paused === undefined) return;
    const { clock } = this.#options;
    this.#pausedSince = clock.now();
    controller.pause();
    void paused.then(() => {
      this.#pausedMs += clock.now() - (this.#pausedSince ?? 0);
      this.#pausedSince = undefined;
      controller.resume();
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

  onResponseEnd(): void {
    if (this.#ended) return;
    this.#stopWaiting?.();
    this.#end({ kind: 'answered', ...this.#head, bytes: Buffer.concat(this.#parts) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const reason = codeOf(error);
    if (this.#stopWaiting !== undefined) this.onResponseEnd();
    else if (reason === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') this.#end({ kind: 'too_large' });
    else if (this.#controller !== undefined) this.#end({ kind: 'broken', reason });
    else if (CERTIFICATE_PROBLEM.test(reason)) this.#end({ kind: 'not_trusted', reason });
    else this.#end({ kind: 'not_connected', reason });
  }

  stop(kind: 'timed_out' | 'aborted'): void {
    if (this.#stopWaiting !== undefined) this.onResponseEnd();
    else this.#end({ kind, sent: this.#controller !== undefined });
    this.#controller?.abort(new Error('no longer wanted'));
  }

  #end(attempt: AttemptResult): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#options.settle(attempt);
  }
}

function joinedHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ResponseHeaders {
  const joined: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name.toLowerCase()] = String(value);
  }
  return joined;
}

/** The code of an error or, where several addresses were tried, of the first. */
function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError && error.errors[0] instanceof Error) {
    return codeOf(error.errors[0]);
  }
  return error.name;
}
