import type { FailureFacts } from '../contract/failure.ts';
import type { RequestInfo } from './request-info.ts';
import type { AttemptResult, CertificateValidity, ConnectFault, Unsent } from './response.ts';

type UnsentAttempt = Extract<AttemptResult, { readonly kind: Unsent }>;

export const GIVE_LOGIN =
  'Write them into its URL in the environment: http://NAME:PASSWORD@HOST:PORT.';

/** The words for a request that was not sent: what is wrong, and whether at the service or at the proxy. */
export function unsentFacts(attempt: UnsentAttempt, info: RequestInfo): FailureFacts {
  const { proxy, status, validity } = attempt;
  const words = wordsOf(attempt, info);
  const until = validity && { certificate_valid_until: new Date(validity.toMs).toISOString() };
  return {
    code: attempt.kind,
    ...words,
    wasSent: false,
    ...(status === undefined ? {} : { status }),
    ...(proxy === undefined && until === undefined
      ? {}
      : { extra: { ...(proxy !== undefined && { proxy }), ...until } }),
  };
}

type Words = Pick<FailureFacts, 'title' | 'detail' | 'advice'>;

function wordsOf(attempt: UnsentAttempt, { origin }: RequestInfo): Words {
  const { proxy } = attempt;
  const where = proxy === undefined ? origin : `the proxy ${proxy}`;
  const whose = proxy === undefined ? 'service' : 'proxy';
  switch (attempt.kind) {
    case 'not_connected':
      return isTold(attempt)
        ? unreachedByProxy(attempt, { where, origin })
        : unreachable(attempt, origin);
    case 'not_trusted':
      return {
        title: `The certificate of the ${whose} is not trusted`,
        detail: `${where}: ${certificateProblem(attempt)} (${attempt.reason}).`,
        advice: certificateAdvice(attempt, whose),
      };
    case 'no_tls':
      return {
        title: `The ${whose} does not speak TLS there`,
        detail: `${where} is an https address, but what answers there is no TLS (${attempt.reason}).`,
        advice:
          proxy === undefined
            ? 'Check the port, and whether it is http:// and not https:// there.'
            : `The URL of most proxies begins with http://, also for https. ${CHECK_VARIABLES}`,
      };
    case 'proxy_refused':
      return refusedByProxy(attempt, { where, origin });
  }
}

export const CHECK_VARIABLES = 'Check HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY.';

function unreachable({ proxy, reason }: ConnectFault, origin: string): Words {
  if (proxy !== undefined) {
    return {
      title: 'The proxy cannot be reached',
      detail: `the proxy ${proxy}: ${connectProblem(reason, false)}.`,
      advice: CHECK_VARIABLES,
    };
  }
  return {
    title: 'The service cannot be reached',
    detail: `${origin}: ${connectProblem(reason, origin.startsWith('https:'))}.`,
    advice: 'Check the base URL, the network and the proxy settings.',
  };
}

/** Whether the proxy has said so itself. */
function isTold({ reason, status }: ConnectFault): boolean {
  return status !== undefined || reason.startsWith('UND_ERR_SOCKS5_REPLY');
}

interface PathPlaces {
  readonly where: string;
  readonly origin: string;
}

function unreachedByProxy({ reason, status }: ConnectFault, { where, origin }: PathPlaces): Words {
  return {
    title: 'The proxy does not reach the service',
    detail: `${where} responded with ${status ?? reason} to the request for ${origin}.`,
    advice: 'Check the base URL; where no proxy is needed for its host, name it in NO_PROXY.',
  };
}

function refusedByProxy({ reason, status }: ConnectFault, { where, origin }: PathPlaces): Words {
  if (status === 407 || reason.startsWith('UND_ERR_SOCKS5_AUTH')) {
    return {
      title: 'The proxy asks for a name and a password',
      detail: `${where} lets nobody through to ${origin} without a name and a password (${status ?? reason}), or those that it got are wrong.`,
      advice: GIVE_LOGIN,
    };
  }
  return {
    title: 'The proxy does not let the request through',
    detail: `${where} responded with ${status ?? reason} to the request for ${origin}.`,
    advice: 'Ask those who run the proxy; where none is needed for this host, name it in NO_PROXY.',
  };
}

function certificateProblem({ reason, validity }: ConnectFault): string {
  switch (reason) {
    case 'CERT_HAS_EXPIRED':
      return validity === undefined
        ? 'one of the certificates above its own expired'
        : `${whose(validity)} expired on ${dateOf(validity.toMs)}`;
    case 'CERT_NOT_YET_VALID':
      return validity === undefined
        ? 'one of the certificates above its own is not valid yet'
        : `${whose(validity)} is not valid before ${dateOf(validity.fromMs)}`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'its certificate is for another name';
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return 'its certificate is signed by nobody whom this computer knows';
    default:
      return 'its certificate does not hold';
  }
}

function whose({ isAbove }: CertificateValidity): string {
  return isAbove ? 'a certificate above its own' : 'its certificate';
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function certificateAdvice({ reason }: ConnectFault, whose: string): string {
  switch (reason) {
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return `Those who run the ${whose} renew it; where that date is right, the clock of this computer is wrong.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'Check the name in the URL, and where it leads on this network.';
    default:
      return 'If your organisation has its own authority, name its file in NODE_EXTRA_CA_CERTS; where this computer knows it, NODE_USE_SYSTEM_CA=1 is enough.';
  }
}

function connectProblem(reason: string, isTls: boolean): string {
  switch (reason) {
    case 'ENOTFOUND':
      return `no address is known for its name (${reason})`;
    case 'EAI_AGAIN':
      return `no name server tells the address for its name now (${reason})`;
    case 'ECONNREFUSED':
      return `nothing listens there (${reason})`;
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return 'no connection in time';
    case 'ECONNRESET':
      return isTls
        ? `the other end closed the connection before TLS was agreed on (${reason})`
        : `the other end closed the connection (${reason})`;
    case 'UND_ERR_SOCKET':
      return `it closed the connection without a response (${reason})`;
    case 'HTTPParserError':
    case 'UND_ERR_HEADERS_OVERFLOW':
      return `what answers there does not speak HTTP as a proxy does (${reason})`;
    default:
      return `no connection (${reason})`;
  }
}
