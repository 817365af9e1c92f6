import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import connectorOf from 'undici/lib/core/connect.js';
import { ADDRESS_ATTEMPT_MS } from '../../base/net/address-attempt.ts';
import { withValidity } from './certificate-validity.ts';
import { ConnectError, faultOf } from './connect-error.ts';

type Connector = buildConnector.connector;

/** Also for TLS on a socket that is connected (`httpSocket`). */
export const CONNECT_OPTIONS = {
  timeout: 10_000,
  allowH2: false,
  autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
};

/**
 * undici's connector for one origin. Its errors are `ConnectError`s, which say what of the certificate
 * is not valid and, with `proxy`, the host of one, that it is the proxy that was not reached.
 */
export function connector(proxy?: string): Connector {
  // undici's types leave out that it gives the socket back.
  const connect = connectorOf(CONNECT_OPTIONS) as (
    ...of: Parameters<Connector>
  ) => Socket | TLSSocket;
  return (options, callback) => {
    let known = (error: Error): Error => error;
    // undici takes the name for TLS from the header `host`, which names the service to a proxy.
    const to = proxy === undefined ? options : { ...options, servername: '' };
    const socket = connect(to, (...[error, connected]) => {
      if (error === null) callback(null, connected);
      else callback(connectError(known(error), proxy), null);
    });
    if ('getPeerX509Certificate' in socket) known = withValidity(socket);
  };
}

/** `error` as a `ConnectError`: undici takes errors with some of its own codes for passing ones. */
export function connectError(error: Error, proxy: string | undefined): ConnectError {
  const fault = faultOf(error);
  return new ConnectError(proxy === undefined ? fault : { ...fault, proxy }, error);
}
