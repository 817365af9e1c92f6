import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { isRefused } from './refused-address.ts';

interface Address {
  readonly address: string;
  readonly family: number;
}

/** Gives all addresses of a name; rejects with the error of the system. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>;

const resolveAll = promisify(lookup);

/** Asks the system, as every other connection does. */
export const systemResolve: Resolve = (hostname) => resolveAll(hostname, { all: true });

/** A name that leads to a refused address. */
export class RefusedAddressError extends Error {
  readonly code = 'refused address';
}

/**
 * The look-up of one connection: the addresses are judged before a socket is opened, and the
 * connection is made to these and no others, so that a name that changes meanwhile (DNS rebinding)
 * gains nothing.
 */
export function checkedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found;
        if (first === undefined || isRefused(found.map(({ address }) => address))) {
          return callback(new RefusedAddressError(), '', 0);
        }
        if (options.all === true) return callback(null, [...found]);
        return callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}
