import { isLoopback } from '../base/net/loopback.ts';
import type { AdviceStep } from './advice-step.ts';
import { type Failure, usageFailure } from './failure.ts';

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
    throw unusable(`${shown} must start with https:// or http://.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw unusable('It must not contain a user name or password.', { step: 'give_key' });
  }
  if (url.search !== '' || url.hash !== '') {
    throw unusable('It must not have a query or a fragment.');
  }
  const pathPrefix = url.pathname.replace(/(?<!\/)\/+$/, '');
  return { origin: url.origin, pathPrefix, text: `${url.origin}${pathPrefix}` };
}

function unusable(detail: string, advice?: AdviceStep): Failure {
  return usageFailure('The base URL is not usable', detail, advice);
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
