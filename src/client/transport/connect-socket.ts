import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { ADDRESS_ATTEMPT_MS } from '../../base/net/address-attempt.ts';
import type { Clock } from '../../base/time/clock.ts';
import { withValidity } from './certificate-validity.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** Idle for so long, the other end is asked whether it is still there (RFC 1122, 4.2.3.6). */
const KEEP_ALIVE_MS = 60_000;

interface SocketEvents {
  /** For https, TLS is agreed on and the certificate is trusted. */
  connected(socket: Socket): void;
  /** Not called where the socket was destroyed from here. */
  failed(error: Error): void;
}

/**
 * A new TCP or TLS connection to `origin`, on which nothing has been sent. Certificates are checked
 * as Node does everywhere (NODE_EXTRA_CA_CERTS included).
 */
export function connectSocket(origin: URL, clock: Clock, events: SocketEvents): Socket {
  const isTls = origin.protocol === 'https:';
  const socket: Socket | TLSSocket = isTls ? tlsSocket(origin) : plainSocket(origin);
  const cancelTimer = clock.after(CONNECT_TIMEOUT_MS, () =>
    socket.destroy(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' })),
  );
  const known = 'getPeerX509Certificate' in socket ? withValidity(socket) : (error: Error) => error;
  let isConnected = false;
  socket.once(isTls ? 'secureConnect' : 'connect', () => {
    isConnected = true;
    cancelTimer();
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    events.connected(socket);
  });
  socket.once('close', cancelTimer);
  // It stays: an error of a socket that nobody uses must not end the process.
  socket.on('error', (error) => {
    if (!isConnected) events.failed(known(error));
  });
  return socket;
}

function plainSocket(origin: URL): Socket {
  return process.getBuiltinModule('node:net').connect(addressOf(origin, 80));
}

function tlsSocket(origin: URL): TLSSocket {
  const { isIP } = process.getBuiltinModule('node:net');
  const address = addressOf(origin, 443);
  return process.getBuiltinModule('node:tls').connect({
    ...address,
    // An address is no name to ask for (RFC 6066, 3).
    ...(isIP(address.host) === 0 ? { servername: address.host } : {}),
    ALPNProtocols: ['http/1.1'],
  });
}

function addressOf({ hostname, port }: URL, defaultPort: number) {
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? defaultPort : Number(port),
    autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
  };
}
