import type { Socket } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import connectMethod from 'undici/lib/api/api-connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import { toError } from '../../base/errors.ts';
import type { Clock } from '../../base/time/clock.ts';
import { ConnectError } from './connect-error.ts';
import { CONNECT_OPTIONS, connectError, connector } from './connector.ts';
import { loginOf } from './proxy-login.ts';
import { UNDICI_OPTIONS } from './undici-options.ts';

/** Connections that something else carries. */
export interface Tunnel {
  readonly connect: buildConnector.connector;
  close(): void;
}

/**
 * TLS to a service in a tunnel that `proxy`, http or https, opens on CONNECT (RFC 9110, 9.3.6). It has as long
 * to respond to that as a connection has to be made.
 */
export function httpTunnel(proxy: URL, clock: Clock): Tunnel {
  const client = new Client(proxy.origin, { ...UNDICI_OPTIONS, connect: connector(proxy.host) });
  const toService = connector();
  async function open(target: string): Promise<Socket> {
    const late = new AbortController();
    const endLimit = clock.after(CONNECT_OPTIONS.timeout, () =>
      late.abort(new ConnectError({ reason: 'ETIMEDOUT' })),
    );
    const { statusCode, socket } = await connectVia(client, {
      origin: proxy.origin,
      path: target,
      headers: { host: target, ...loginOf(proxy) },
      signal: late.signal,
    }).finally(endLimit);
    // It is the one that the connector made.
    if (statusCode === 200) return socket as Socket;
    socket.on('error', () => {}).destroy();
    throw new ConnectError({ reason: 'CONNECT', status: statusCode });
  }
  return {
    connect(options, callback) {
      const target = `${options.host?.replace(/:\d+$/, '')}:${options.port || '443'}`;
      open(target).then(
        (httpSocket) => toService({ ...options, httpSocket }, callback),
        (error: unknown) => callback(connectError(toError(error), proxy.host), null),
      );
    },
    close: () => void client.destroy(),
  };
}

/** Only undici's index, which is not loaded, gives its clients this method. */
function connectVia(
  client: Client,
  options: Dispatcher.ConnectOptions<null>,
): Promise<Dispatcher.ConnectData> {
  return Object.assign(client, { connect: connectMethod }).connect(options);
}
