import { type ListenAddress, parseListenAddress } from '../../base/net/listen-address.ts';
import { isLoopback } from '../../base/net/loopback.ts';
import { usageFailure } from '../../contract/failure.ts';

/** The address in a text HOST:PORT; beyond loopback only where `isPublic`. Throws `Failure` usage. */
export function readListenAddress(text: string, isPublic: boolean): ListenAddress {
  const address = parseListenAddress(text);
  if (address === undefined) {
    throw usageFailure('Not an address to listen on', `${text} is not HOST:PORT`);
  }
  if (!isPublic && !isLoopback(address.host)) {
    throw usageFailure(
      'The webhook listener would be reachable from other computers',
      `${address.host} is not a loopback address`,
      'Add --public where that is wanted.',
    );
  }
  return address;
}
