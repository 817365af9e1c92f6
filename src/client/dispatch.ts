import type { Dispatcher } from 'undici';
import type { Clock } from '../contract/clock.ts';
import type { AnswerHeaders } from './answer.ts';
import type { Attempt, Exchange } from './attempt.ts';

/** Codes of Node and OpenSSL for a peer that answered but is not to be trusted. */
const CERTIFICATE_PROBLEM = /CERT|^UNABLE_TO_|^ERR_SSL_|^ERR_TLS_|^HOSTNAME_MISMATCH$/;

/**
 * Sends one request on `connection` and gives how it ended; never rejects. Redirects are answers
 * like any other. Once it has ended by time or by `signal`, nothing of it is sent any more.
 */
export function sendOnce(
  connection: Dispatcher,
  exchange: Exchange,
  clock: Clock,
): Promise<Attempt> {
  return new Promise((resolve) => {
    const handler = new AnswerCollector((attempt) => {
      cancelTimer();
      exchange.signal?.removeEventListener('abort', abort);
      resolve(attempt);
    });
    const abort = () => handler.stop('aborted');
    const cancelTimer = clock.after(exchange.timeoutMs, () => handler.stop('timed_out'));
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

/** Collects one answer; the first end that it sees is the one that counts. */
class AnswerCollector implements Dispatcher.DispatchHandler {
  readonly #settle: (attempt: Attempt) => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #ended = false;
  #status = 0;
  #headers: AnswerHeaders = {};

  constructor(settle: (attempt: Attempt) => void) {
    this.#settle = settle;
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
    this.#status = status;
    this.#headers = joinedHeaders(headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const bytes = Buffer.concat(this.#chunks);
    this.#end({ kind: 'answered', status: this.#status, headers: this.#headers, bytes });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const reason = codeOf(error);
    if (reason === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') this.#end({ kind: 'too_large' });
    else if (this.#controller !== undefined) this.#end({ kind: 'broken', reason });
    else if (CERTIFICATE_PROBLEM.test(reason)) this.#end({ kind: 'not_trusted', reason });
    else this.#end({ kind: 'not_connected', reason });
  }

  stop(kind: 'timed_out' | 'aborted'): void {
    this.#end({ kind, sent: this.#controller !== undefined });
    this.#controller?.abort(new Error('no longer wanted'));
  }

  #end(attempt: Attempt): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#settle(attempt);
  }
}

function joinedHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): AnswerHeaders {
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
