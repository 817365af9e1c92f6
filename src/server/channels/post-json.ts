import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { errorCode } from '../../base/errors.ts';
import { ADDRESS_ATTEMPT_MS } from '../../base/net/address-attempt.ts';
import type { Clock } from '../../base/time/clock.ts';
import {
  checkedLookup,
  RefusedAddressError,
  type Resolve,
  systemResolve,
} from './checked-lookup.ts';
import { TRY_MS_MAX } from './notification-state.ts';
import { namesRefusedAddress } from './refused-address.ts';

interface Posting {
  readonly address: string;
  readonly body: object;
  readonly clock: Clock;
  /** Gives the try up. */
  readonly signal: AbortSignal;
  /** Looks names up; the system does without it. */
  readonly resolve?: Resolve;
}

/**
 * Posts JSON to a receiver of alerts, which has ten seconds to answer 2xx. Nothing is sent, and no
 * connection made, to an address of `refused-address.ts`. Redirects are not followed and only the
 * status of the response is read. Gives why the JSON did not arrive, in words that name neither the
 * address nor the response; undefined where it did.
 */
export async function postJson(posting: Posting): Promise<string | undefined> {
  const { clock, signal } = posting;
  const late = new AbortController();
  const cancel = clock.after(TRY_MS_MAX, () => late.abort());
  try {
    const status = await send(posting, AbortSignal.any([late.signal, signal]));
    if (status >= 200 && status < 300) return undefined;
    const redirected = status >= 300 && status < 400;
    return `answered ${status}${redirected ? '; redirects are not followed' : ''}`;
  } catch (error) {
    if (late.signal.aborted) return `no answer within ${TRY_MS_MAX / 1000} seconds`;
    if (signal.aborted) return 'given up before it was answered';
    return `cannot be reached (${errorCode(error) ?? 'no connection'})`;
  } finally {
    cancel();
  }
}

/** Gives the status of the response. Rejects with what went wrong below HTTP, or before it. */
async function send(
  { address, body, resolve = systemResolve }: Posting,
  signal: AbortSignal,
): Promise<number> {
  const url = new URL(address);
  if (namesRefusedAddress(url)) throw new RefusedAddressError();
  const text = JSON.stringify(body);
  const options = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'user-agent': 'fleet',
    },
    lookup: checkedLookup(resolve),
    autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
    // A connection of another name, or of an earlier look-up, is not used again.
    agent: false,
    signal,
  };
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options);
  // `once` hears the first error alone.
  request.on('error', () => undefined).end(text);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.destroy();
  return response.statusCode ?? 0;
}
