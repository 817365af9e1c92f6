import { isLoopback } from '../base/net/loopback.ts';
import { usageFailure } from '../contract/failure.ts';

/**
 * Checks and normalises the base URL of the server. Throws `Failure` usage where it is not an http or
 * https URL, contains a user name or password, or is plain http to another computer without
 * `allowHttp`, since the token would be sent unencrypted.
 */
export function checkBaseUrl(baseUrl: string, allowHttp: boolean): string {
  const url = URL.parse(baseUrl);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw usageFailure('The base URL is not valid', `${baseUrl} is not an http or https URL`);
  }
  if (url.username !== '' || url.password !== '') {
    throw usageFailure('The base URL is not valid', 'it must not contain a user name or password');
  }
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    throw usageFailure(
      'The token would travel unencrypted',
      `${url.origin} is plain http and not this computer`,
      'Use https, or set FLEET_ALLOW_HTTP=1 where the network is trusted.',
    );
  }
  return url.href;
}
