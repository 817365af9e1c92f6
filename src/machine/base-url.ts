import { isLoopback } from '../base/net/loopback.ts';
import { usageFailure } from '../contract/failure.ts';

/**
 * The base URL of the server, checked: the token goes over https, or over plain http to this
 * computer only. Throws `Failure` usage.
 */
export function checkBaseUrl(baseUrl: string, allowHttp: boolean): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw usageFailure('The base URL is no address', `${baseUrl} is not an http or https URL`);
  }
  if (url.username !== '' || url.password !== '') {
    throw usageFailure(
      'The base URL holds a credential',
      'a user or password does not belong in it',
    );
  }
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    throw usageFailure(
      'The token would travel unencrypted',
      `${url.origin} is plain http and not on this computer`,
      'Use https, or set FLEET_ALLOW_HTTP=1 in a network that you trust.',
    );
  }
  return url.href;
}
