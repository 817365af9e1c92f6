import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { toError } from '../../base/errors.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { OutgoingRequest } from '../response.ts';
import { connectSocket } from './connect-socket.ts';
import type { Exchange, ExchangeEvents } from './http-connection.ts';

type SocketReady = Parameters<NonNullable<RequestOptions['createConnection']>>[1];

interface DirectExchangeOptions {
  readonly origin: URL;
  readonly clock: Clock;
  /** A connection of an earlier request; without it a new one is made. */
  readonly socket: Socket | undefined;
  readonly events: ExchangeEvents;
  /** Gets the socket where it stays open, with the `Keep-Alive` header of the response. */
  readonly free: (socket: Socket, keepAlive: string | undefined) => void;
}

/** One request by `node:http`. */
export class DirectExchange implements Exchange {
  readonly #options: DirectExchangeOptions;
  #socket: Socket | undefined;
  #request: ClientRequest | undefined;
  #response: IncomingMessage | undefined;
  #error: Error | undefined;
  #isWhole = false;
  #isClosed = false;

  constructor(options: DirectExchangeOptions) {
    this.#options = options;
    this.#socket = options.socket;
  }

  start(request: OutgoingRequest): void {
    const http = process.getBuiltinModule('node:http');
    try {
      const started = http.request({
        method: request.method,
        path: request.path,
        headers: headersOf(this.#options.origin, request),
        createConnection: (_options, ready) => void this.#connect(ready),
      });
      this.#request = started;
      // All of them: their size is limited anyway, and Node drops what is beyond a number silently.
      started.maxHeadersCount = 0;
      started.on('response', (response) => this.#read(response));
      started.on('error', (error) => this.#noteError(error));
      started.on('close', () => this.#close());
      started.end(request.body);
    } catch (error) {
      // A method, path or header that cannot be sent, which Node says before it connects.
      this.abort();
      this.#options.events.failed(toError(error));
    }
  }

  #connect(ready: SocketReady): void {
    const { clock, events, origin } = this.#options;
    const send = (socket: Socket): void => {
      events.sending();
      ready(null, socket);
    };
    if (this.#socket !== undefined) {
      send(this.#socket);
    } else {
      const failed = (error: Error): void => events.failed(error);
      this.#socket = connectSocket(origin, clock, { connected: send, failed });
    }
  }

  #read(response: IncomingMessage): void {
    const { events } = this.#options;
    const { headersDistinct, statusCode = 0 } = response;
    // Node takes 000 for a status, and an upgrade that nobody asked for as a response.
    if (statusCode < 200) {
      this.abort();
      return;
    }
    this.#response = response;
    events.head(statusCode, headersDistinct);
    response.on('data', (part: Buffer) => events.part(part));
    response.on('error', (error) => this.#noteError(error));
    response.on('end', () => {
      this.#isWhole = true;
      if (this.#isClosed) this.#end();
      // A response that came before the whole request was sent: the rest of it has no use.
      else if (this.#request?.writableFinished !== true) this.#socket?.destroy();
    });
  }

  /** What goes wrong after a whole response, such as bytes too many, does not take it away. */
  #noteError(error: Error): void {
    if (this.#response?.complete !== true) this.#error ??= error;
  }

  /** Node is done with the socket. Of a whole response that was paused, some is still to be read. */
  #close(): void {
    this.#isClosed = true;
    if (this.#isWhole || this.#response?.complete !== true) this.#end();
  }

  #end(): void {
    const { events, free } = this.#options;
    const socket = this.#socket;
    if (this.#isWhole && this.#error === undefined) {
      const keepAlive = this.#response?.headersDistinct['keep-alive']?.[0];
      if (socket?.writable === true) free(socket, keepAlive);
      events.ended();
    } else {
      events.failed(this.#error ?? brokenError());
    }
  }

  abort(): void {
    this.#request?.destroy();
    this.#socket?.destroy();
  }

  pause(): void {
    this.#response?.pause();
  }

  resume(): void {
    this.#response?.resume();
  }
}

function brokenError(): Error {
  return Object.assign(new Error('no whole response'), { code: 'ECONNRESET' });
}

/** With the length always said: Node says none for the methods that usually have no body. */
function headersOf(origin: URL, { body, headers }: OutgoingRequest): Record<string, string> {
  return {
    host: origin.host,
    connection: 'keep-alive',
    ...headers,
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
}
