import { networkOf } from '../../base/net/network-of.ts';
import { REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import { createAddressLimit } from '../access/address-limit.ts';
import { Refusal } from '../refusal.ts';
import type { Door } from './route.ts';

/** How much strangers may ask for. */
export interface Doors {
  /** Counts a request for what needs no key. Throws `rate_limited` where those are too many. */
  enter(door: Door, address: string | null): void;
  /**
   * What to refuse a request with that came through a door and ended with `error`: `rate_limited` in its
   * place where the address has too often shown no valid credential.
   */
  refuse(error: unknown, door: Door, address: string | null): unknown;
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

  /** Gives the refusal where there are too many. */
  function count(what: Door | 'failure', address: string | null): Refusal | undefined {
    if (address === null) return undefined;
    const waitSeconds = limit.take(`${what} ${networkOf(address)}`, now());
    if (waitSeconds === 0) return undefined;
    return new Refusal(
      'rate_limited',
      `More than ${REQUESTS_PER_MINUTE} requests in a minute from this address without a valid key or token; wait ${waitSeconds} seconds.`,
      { retryAfterSeconds: waitSeconds },
    );
  }

  function demand(what: Door | 'failure', address: string | null): void {
    const refusal = count(what, address);
    if (refusal !== undefined) throw refusal;
  }

  return {
    enter(door, address) {
      if (door === 'page' || door === 'health') demand(door, address);
    },
    refuse: (error, door, address) =>
      (isFailure(error, door) ? count('failure', address) : undefined) ?? error,
    countFailure: (address) => demand('failure', address),
  };
}

/** Whether an error says that what should have let the request in did not. */
function isFailure(error: unknown, door: Door): boolean {
  if (!(error instanceof Refusal)) return false;
  const { code } = error;
  if (code === 'unauthorized' || code === 'invalid_key') return true;
  return door === 'hosted_url' && code === 'not_found';
}
