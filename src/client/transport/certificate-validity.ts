import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import type { CertificateValidity } from '../response.ts';
import { ConnectError, codeOf } from './connect-error.ts';

const OUT_OF_TIME = /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/;

/** More than any service has; a chain of another length is not walked to its end. */
const CHAIN_MAX = 20;

/**
 * Gives a function for the errors of `socket`, before it is connected: where the certificate of the
 * other end, or one of those above it, is not valid at this time, the error that it gives says from
 * when to when it is.
 */
export function withValidity(socket: TLSSocket): (error: Error) => Error {
  let validity: CertificateValidity | undefined;
  // Before Node's own listener, which drops the certificate together with the connection.
  socket.prependOnceListener('secure', () => {
    // Not by getPeerX509Certificate, which takes the certificate away from Node's own check.
    validity = outOfTime(socket.getPeerCertificate(true));
  });
  return (error) => {
    const reason = codeOf(error);
    if (!OUT_OF_TIME.test(reason) || validity === undefined) return error;
    return new ConnectError({ reason, validity }, error);
  };
}

/** The first one of the chain that is not valid now, from the service's own upwards. */
function outOfTime(own: DetailedPeerCertificate): CertificateValidity | undefined {
  const now = Date.now();
  let certificate: DetailedPeerCertificate | undefined = own;
  for (let above = 0; above < CHAIN_MAX && certificate !== undefined; above += 1) {
    const fromMs = Date.parse(certificate.valid_from);
    const toMs = Date.parse(certificate.valid_to);
    if (now < fromMs || now > toMs) return { fromMs, toMs, isAbove: above > 0 };
    const issuer: DetailedPeerCertificate | undefined = certificate.issuerCertificate;
    // A root is its own issuer.
    certificate = issuer === certificate ? undefined : issuer;
  }
  return undefined;
}
