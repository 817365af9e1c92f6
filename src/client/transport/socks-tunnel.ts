import type { Socket } from 'node:net';
import { Socks5Client } from 'undici/lib/core/socks5-client.js';
import { ConnectError } from './connect-error.ts';
import { CONNECT_OPTIONS, connectError, connector } from './connector.ts';
import { loginIn } from './proxy-login.ts';
import type { Tunnel } from './tunnel.ts';

const DEFAULT_PORT = '1080';

/** Connections through a SOCKS5 proxy, which looks the name of the service up itself (RFC 1928). */
export function socksTunnel(proxy: URL): Tunnel {
  const toProxy = connector(proxy.host);
  const toService = connector();
  const open = new Set<Socket>();
  return {
    connect(options, callback) {
      const { hostname } = proxy;
      const port = proxy.port || DEFAULT_PORT;
      toProxy({ hostname, host: proxy.host, protocol: 'http:', port }, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        open.add(socket);
        socket.once('close', () => open.delete(socket));
        const isTls = options.protocol === 'https:';
        const targetPort = Number(options.port || (isTls ? 443 : 80));
        negotiate(socket, { proxy, host: options.hostname, port: targetPort }, (failure) => {
          if (failure !== undefined) return callback(connectError(failure, proxy.host), null);
          if (isTls) toService({ ...options, httpSocket: socket }, callback);
          else callback(null, socket);
        });
      });
    },
    close() {
      for (const socket of open) socket.destroy();
    },
  };
}

interface TunnelEnd {
  readonly proxy: URL;
  readonly host: string;
  readonly port: number;
}

/** Has the proxy connect `socket`, which is connected to it, to the target. */
function negotiate(
  socket: Socket,
  { proxy, host, port }: TunnelEnd,
  done: (failure?: Error) => void,
): void {
  const client = new Socks5Client(socket, loginIn(proxy) ?? { username: '', password: '' });
  let isDone = false;
  const end = (failure?: Error): void => {
    if (isDone) return;
    isDone = true;
    socket.setTimeout(0);
    if (failure !== undefined) socket.destroy();
    done(failure);
  };
  socket.setTimeout(CONNECT_OPTIONS.timeout, () => end(new ConnectError({ reason: 'ETIMEDOUT' })));
  client.on('error', end);
  client.on('close', () => end(new ConnectError({ reason: 'ECONNRESET' })));
  client.once('authenticated', () => client.connect(host, port));
  client.once('connected', () => end());
  client.handshake();
}
