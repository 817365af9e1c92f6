import { networkOf } from '../../base/net/network-of.ts';
import { REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import { createAddressLimit } from '../access/address-limit.ts';
import { Refusal } from '../refusal.ts';
import type { Door } from './route.ts';

/** How much strangers may ask for. */
export interface Doors {
  /**
   * Handles a request that came through a door. Throws `rate_limited` where its address has asked for too
   * many pages, or in place of a refusal where it has too often shown no valid credential.
   */
  enter<Value>(door: Door, address: string | null, handle: () => Promise<Value>): Promise<Value>;
  /** Counts a request with no valid credential. Throws `rate_limited` where those are too many. */
  countFailure(address: string | null): void;
}

/**
 * A limit for each address of 600 requests in a minute for what needs no key, and as many without a valid
 * credential. A request with a valid one is never refused for those of its neighbours: what it
 * carries is looked at before anything is counted. The address is that of the connection, since
 * anybody can write a header with another.
 *
 * @param now the present time in milliseconds
 */
export function createDoors(now: () => number): Doors {
  const limit = createAddressLimit(REQUESTS_PER_MINUTE);

  function count(what: Door | 'failure', address: string | null): void {
    if (address === null) return;
    const waitSeconds = limit.take(`${what} ${networkOf(address)}`, now());
    if (waitSeconds === 0) return;
    throw new Refusal(
      'rate_limited',
      `More than ${REQUESTS_PER_MINUTE} requests in a minute from this address without a valid key or token; wait ${waitSeconds} seconds.`,
      { retryAfterSeconds: waitSeconds },
    );
  }

  return {
    async enter(door, address, handle) {
      if (door === 'page' || door === 'health') count(door, address);
      try {
        return await handle();
      } catch (error) {
        if (isFailure(error, door)) count('failure', address);
        throw error;
      }
    },
    countFailure: (address) => count('failure', address),
  };
}

/** Whether an error says that what should have let the request in did not. */
function isFailure(error: unknown, door: Door): boolean {
  if (!(error instanceof Refusal)) return false;
  const { code } = error;
  if (code === 'unauthorized' || code === 'invalid_key') return true;
  return door === 'hosted_url' && code === 'not_found';
}
