import type { Dispatcher } from 'undici';
import type { OutgoingRequest } from '../response.ts';
import type { Exchange, ExchangeEvents, HttpConnection } from './http-connection.ts';

/** A connection to `origin` by a dispatcher of undici that has one connection. Loads nothing of undici. */
export class UndiciConnection implements HttpConnection {
  readonly #dispatcher: Dispatcher;
  readonly #origin: string;

  constructor(dispatcher: Dispatcher, origin: string) {
    this.#dispatcher = dispatcher;
    this.#origin = origin;
  }

  begin({ method, path, headers, body }: OutgoingRequest, events: ExchangeEvents): Exchange {
    const exchange = new UndiciExchange(events);
    this.#dispatcher.dispatch(
      {
        origin: this.#origin,
        method,
        path,
        headers,
        body: body ?? null,
        // The one time limit is `sendOnce`'s.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      exchange,
    );
    return exchange;
  }

  close(): void {
    void this.#dispatcher.destroy();
  }
}

/** One request, by undici. */
class UndiciExchange implements Exchange, Dispatcher.DispatchHandler {
  readonly #events: ExchangeEvents;
  #controller: Dispatcher.DispatchController | undefined;
  #isAborted = false;

  constructor(events: ExchangeEvents) {
    this.#events = events;
  }

  /** undici calls this right before the first byte goes out. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isAborted) this.abort();
    else this.#events.sending();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: NodeJS.Dict<string | string[]>,
  ): void {
    if (status >= 200) this.#events.head(status, headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, part: Buffer): void {
    this.#events.part(part);
  }

  onResponseEnd(): void {
    this.#events.ended();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#events.failed(error);
  }

  abort(): void {
    this.#isAborted = true;
    this.#controller?.abort(new Error('no longer wanted'));
  }

  pause(): void {
    this.#controller?.pause();
  }

  resume(): void {
    this.#controller?.resume();
  }
}
