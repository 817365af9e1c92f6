import type { OutgoingRequest } from '../response.ts';

/**
 * One connection to a service, for one request at a time. It is made when a request needs it, and
 * anew where it was closed since; while no request uses it, it does not keep the process alive.
 */
export interface HttpConnection {
  /** Host and port of the proxy that it goes through. */
  readonly proxy?: string;
  /** Sends one request and tells `events` how it goes; never throws. */
  begin(request: OutgoingRequest, events: ExchangeEvents): Exchange;
  close(): void;
}

/** What happens to one request, in this order; it ends with `ended` or `failed`. */
export interface ExchangeEvents {
  /** Comes right before the first byte goes out: until then nothing was sent. */
  sending(): void;
  /** Names are in lower case. Informational responses (status below 200) are not told. */
  head(status: number, headers: NodeJS.Dict<string | string[]>): void;
  part(bytes: Buffer): void;
  /** The response is whole, and the connection can take another request. */
  ended(): void;
  failed(error: Error): void;
}

/** A request on its way. */
export interface Exchange {
  /** Sends and reads nothing more of it and closes the connection. */
  abort(): void;
  /** The other end can send no more until `resume`. */
  pause(): void;
  resume(): void;
}
