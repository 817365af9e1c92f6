import type { Dispatcher } from 'undici';
import type { Clock } from '../base/time/clock.ts';
import type { ResponseHeaders } from './answer.ts';
import type { AttemptResult, OutgoingRequest, ResponseHead } from './response.ts';

/** So much of an answer is taken in whatever happens to it then. */
const UNPAUSED_BYTES = 256 * 1024;
/** How long the end of an answer that is whole is waited for. */
const END_MS = 20;

/** Codes of Node and OpenSSL for a peer that answered but is not to be trusted. */
const CERTIFICATE_PROBLEM = /CERT|^UNABLE_TO_|^ERR_SSL_|^ERR_TLS_|^HOSTNAME_MISMATCH$/;

/**
 * Sends one request on `connection` and gives how it ended; never rejects. Redirects are answers
 * like any other. Once it has ended by time or by `signal`, nothing of it is sent any more.
 */
export function sendOnce(
  connection: Dispatcher,
  exchange: OutgoingRequest,
  clock: Clock,
): Promise<AttemptResult> {
  return new Promise((resolve) => {
    const settle = (attempt: AttemptResult): void => {
      cancelTimer();
      exchange.signal?.removeEventListener('abort', abort);
      resolve(attempt);
    };
    const handler = new ResponseCollector({ settle, reading: exchange.reading, clock });
    const abort = () => handler.stop('aborted');
    const limit = (): void => {
      // What an answer was held back here it is not late.
      const heldMs = handler.takeHeldMs();
      if (heldMs > 0) cancelTimer = clock.after(heldMs, limit);
      else handler.stop('timed_out');
    };
    let cancelTimer = clock.after(exchange.timeoutMs, limit);
    if (exchange.signal?.aborted) return abort();
    exchange.signal?.addEventListener('abort', abort, { once: true });
    connection.dispatch(
      {
        origin: exchange.origin,
        method: exchange.method,
        path: exchange.path,
        headers: exchange.headers,
        body: exchange.body ?? null,
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

/** Collects one answer; the first end that it sees is the one that counts. */
class ResponseCollector implements Dispatcher.DispatchHandler {
  readonly #options: CollectorOptions;
  readonly #parts: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #ended = false;
  #bytes = 0;
  #heldSince: number | undefined;
  #heldMs = 0;
  #head: ResponseHead = { status: 0, headers: {} };
  /** Set once the answer is whole and only its end is waited for. */
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
    else this.#hold(controller, part.length);
  }

  /** The end mostly comes in the same breath, and then the connection serves again. */
  #endSoon(controller: Dispatcher.DispatchController, clock: Clock): void {
    this.#stopWaiting = clock.after(END_MS, () => {
      this.onResponseEnd();
      controller.abort(new Error('the answer is whole'));
    });
  }

  /** A large answer waits where what came before it is not taken off our hands. */
  #hold(controller: Dispatcher.DispatchController, partBytes: number): void {
    this.#bytes += partBytes;
    const held = this.#bytes > UNPAUSED_BYTES ? this.#options.reading?.held?.() : undefined;
    if (held === undefined) return;
    const { clock } = this.#options;
    this.#heldSince = clock.now();
    controller.pause();
    void held.then(() => {
      this.#heldMs += clock.now() - (this.#heldSince ?? 0);
      this.#heldSince = undefined;
      controller.resume();
    });
  }

  /** How long it was held back since this was asked last. */
  takeHeldMs(): number {
    const now = this.#options.clock.now();
    const heldMs = this.#heldMs + (this.#heldSince === undefined ? 0 : now - this.#heldSince);
    this.#heldMs = 0;
    if (this.#heldSince !== undefined) this.#heldSince = now;
    return heldMs;
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
