import { formatId } from '../database/row-id.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { idOfKeyText } from './api-key.ts';
import type { Caller } from './caller.ts';
import { callerOfKey, findCaller } from './find-caller.ts';
import { hashToken } from './token-hash.ts';

/**
 * Lets a request in: finds the holder of its credential and counts it against the rate limit, which
 * a request that is refused later has used all the same. Throws `unauthorized`, `invalid_key`,
 * `rate_limited` or `unavailable`.
 *
 * @param mayWait whether it waits a little for others where that spares a busy database, as a write may
 */
export async function admit(
  service: Service,
  authorization: string | undefined,
  mayWait = false,
): Promise<Caller> {
  const arrivedAt = service.clock.now();
  const { caller, waitSeconds } = await count(service, bearerOf(authorization), {
    arrivedAt,
    mayWait,
  });
  if (waitSeconds === 0) return caller;
  throw new Refusal(
    'rate_limited',
    `More than 600 requests in 60 seconds with this credential; wait ${waitSeconds} seconds.`,
    { retryAfterSeconds: waitSeconds },
  );
}

interface Arrival {
  readonly arrivedAt: number;
  readonly mayWait: boolean;
}

/** The caller, and the seconds it has to wait: 0 where the request is within its limit. */
async function count(service: Service, credential: string, { arrivedAt, mayWait }: Arrival) {
  const { rateLimit } = service;
  const id = idOfKeyText(credential);
  if (id !== undefined && rateLimit.takeKey !== undefined) {
    const key = { id, hash: hashToken(credential), holder: formatId('key', id) };
    const counted = await rateLimit.takeKey(key, arrivedAt, mayWait);
    return { caller: callerOfKey(counted.key), waitSeconds: counted.waitSeconds };
  }
  const caller = await findCaller(service, credential);
  return { caller, waitSeconds: await rateLimit.take(caller.credential, arrivedAt) };
}

/**
 * The credential in an `Authorization` header (RFC 6750). Throws `unauthorized` where there is
 * none; a key anywhere else in a request, such as its URL, is never looked at.
 */
function bearerOf(header: string | undefined): string {
  const [, credential = ''] = /^bearer +(\S+) *$/i.exec(header ?? '') ?? [];
  if (credential !== '') return credential;
  throw new Refusal(
    'unauthorized',
    'The request carries no credential; send the header `Authorization: Bearer <API key>`.',
  );
}
