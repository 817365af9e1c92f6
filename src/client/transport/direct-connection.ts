import type { Clock } from '../../base/time/clock.ts';
import type { OutgoingRequest } from '../response.ts';
import { DirectExchange } from './direct-exchange.ts';
import type { Exchange, ExchangeEvents, HttpConnection } from './http-connection.ts';
import { type IdleSocket, restSocket } from './idle-socket.ts';

/**
 * A connection to `origin` with nothing between, by `node:http`, which is loaded when the first
 * request begins.
 */
export class DirectConnection implements HttpConnection {
  readonly #origin: URL;
  readonly #clock: Clock;
  #idle: IdleSocket | undefined;
  #exchange: DirectExchange | undefined;

  constructor(origin: URL, clock: Clock) {
    this.#origin = origin;
    this.#clock = clock;
  }

  begin(request: OutgoingRequest, events: ExchangeEvents): Exchange {
    const exchange = new DirectExchange({
      origin: this.#origin,
      clock: this.#clock,
      socket: this.#idle?.take(),
      events,
      free: (socket, keepAlive) => {
        this.#idle = restSocket(socket, keepAlive);
        this.#exchange = undefined;
      },
    });
    this.#idle = undefined;
    this.#exchange = exchange;
    exchange.start(request);
    return exchange;
  }

  close(): void {
    this.#exchange?.abort();
    this.#idle?.take()?.destroy();
  }
}
