// undici's types describe its index; only these parts of it are loaded.
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  export = Client;
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici';
  export = buildConnector;
}

declare module 'undici/lib/core/socks5-client.js' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';

  /** One negotiation on a connected socket (RFC 1928, RFC 1929). */
  export class Socks5Client extends EventEmitter<{
    authenticated: [];
    connected: [];
    error: [Error];
    close: [];
  }> {
    constructor(socket: Socket, login: { readonly username: string; readonly password: string });
    handshake(): void;
    connect(host: string, port: number): void;
  }
}

declare module 'undici/lib/api/api-connect.js' {
  import type { Dispatcher } from 'undici';

  const connect: Dispatcher['connect'];
  export = connect;
}
