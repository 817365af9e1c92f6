import type { AttemptResult, ConnectFault, Unsent } from '../response.ts';

/** Codes of Node and OpenSSL for a peer whose certificate is not trusted. */
const CERTIFICATE = /CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$/;
/** And for one that speaks no TLS, or none that both know. */
const TLS = /^ERR_(SSL|TLS)_/;
/** A name or a password is missing or wrong, or a rule of the proxy forbids it (RFC 1928, 6). */
const SOCKS_REFUSAL = /^UND_ERR_SOCKS5_(AUTH_\w+|REPLY_2)$/;

/** How an attempt ended whose connection was not made. */
export function unsentResult(fault: ConnectFault): AttemptResult {
  return { kind: kindOf(fault), ...fault };
}

function kindOf({ reason, status }: ConnectFault): Unsent {
  if (status !== undefined) return status < 500 ? 'proxy_refused' : 'not_connected';
  if (SOCKS_REFUSAL.test(reason)) return 'proxy_refused';
  if (CERTIFICATE.test(reason)) return 'not_trusted';
  return TLS.test(reason) ? 'no_tls' : 'not_connected';
}
