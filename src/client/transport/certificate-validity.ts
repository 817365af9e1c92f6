import type { TLSSocket } from 'node:tls';
import type { CertificateValidity } from '../response.ts';
import { ConnectError, codeOf } from './connect-error.ts';

const OUT_OF_TIME = /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/;

/**
 * Gives a function for the errors of `socket`, before it is connected: where the certificate of the
 * other end is not valid at this time, the error that it gives says from when to when it is.
 */
export function withValidity(socket: TLSSocket): (error: Error) => Error {
  let validity: CertificateValidity | undefined;
  // Before Node's own listener, which drops the certificate together with the connection.
  socket.prependOnceListener('secure', () => {
    // Not by getPeerX509Certificate, which takes the certificate away from Node's own check.
    const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
    validity = { fromMs: Date.parse(from), toMs: Date.parse(to) };
  });
  return (error) => {
    const reason = codeOf(error);
    if (!OUT_OF_TIME.test(reason) || validity === undefined || isNow(validity)) return error;
    return new ConnectError({ reason, validity }, error);
  };
}

/** Then it is a certificate of those that signed it that has expired. */
function isNow({ fromMs, toMs }: CertificateValidity): boolean {
  const now = Date.now();
  return !(now < fromMs || now > toMs);
}
