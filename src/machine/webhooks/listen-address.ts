import { type ListenAddress, parseListenAddress } from '../../base/net/listen-address.ts';
import { isLoopback } from '../../base/net/loopback.ts';
import { usageFailure } from '../../contract/failure.ts';

/**
 * Parses `HOST:PORT` or `[IPv6]:PORT`. Throws `Failure` usage where it is not valid, or where it is not
 * a loopback address and `isPublic` is false.
 */
export function readListenAddress(text: string, isPublic: boolean): ListenAddress {
  const address = parseListenAddress(text);
  if (address === undefined) {
    throw usageFailure('The listen address is not valid', `${text} is not HOST:PORT`);
  }
  if (!isPublic && !isLoopback(address.host)) {
    throw usageFailure(
      'The listen address can be reached from other computers',
      `${address.host} is not a loopback address`,
      { step: 'allow_public_address' },
    );
  }
  return address;
}
