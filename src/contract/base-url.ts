import { isLoopback } from '../base/net/loopback.ts';
import { usageFailure } from './failure.ts';

/** Where a service is: its origin and a path that starts with `/` and does not end with one, or ''. */
export interface BaseUrl {
  readonly origin: string;
  readonly pathPrefix: string;
  /** Origin and path: one spelling for each service. */
  readonly text: string;
}

/**
 * Reads and normalises a base URL. Throws `Failure` usage where it is no absolute http or https
 * URL, or has credentials, a query or a fragment.
 */
export function parseBaseUrl(text: string): BaseUrl {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    const shown = mayBeSecret(text) ? 'It' : `"${text}"`;
    throw usageFailure(
      'The base URL is not usable',
      `${shown} must start with https:// or http://.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw usageFailure(
      'The base URL is not usable',
      'It must not contain a user name or password.',
      'Give the key with FLEET_API_KEY or FLEET_API_KEY_FILE.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw usageFailure('The base URL is not usable', 'It must not have a query or a fragment.');
  }
  const pathPrefix = url.pathname.replace(/\/+$/, '');
  return { origin: url.origin, pathPrefix, text: `${url.origin}${pathPrefix}` };
}

/** A password in it, or no address at all but perhaps a key. */
function mayBeSecret(text: string): boolean {
  return text.includes('@') || (text !== '' && !/[.:/]|^localhost$/.test(text));
}

/**
 * A key goes over plain http to loopback only, unless `FLEET_ALLOW_HTTP` is `1`. Throws `Failure`
 * usage where it may not be sent.
 */
export function assertKeyMayTravel(baseUrl: BaseUrl, allowHttp: string | undefined): void {
  if (
    baseUrl.origin.startsWith('https:') ||
    isLoopback(new URL(baseUrl.origin).hostname) ||
    allowHttp === '1'
  )
    return;
  throw usageFailure(
    'The key would travel unencrypted',
    `${baseUrl.origin} is plain http and not this computer.`,
    'Use https://, or set FLEET_ALLOW_HTTP=1 where the network is trusted.',
  );
}
