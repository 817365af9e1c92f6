import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';
import { findCaller } from './find-caller.ts';

/**
 * Lets a request in: finds the holder of its credential and counts it against the rate limit, which
 * a request that is refused later has used all the same. Throws `unauthorized`, `invalid_key`,
 * `rate_limited` or `unavailable`.
 */
export async function admit(service: Service, authorization: string | undefined): Promise<Caller> {
  const arrivedAt = service.clock.now();
  const caller = await findCaller(service, bearerOf(authorization));
  const waitSeconds = await service.rateLimit.take(caller.credential, arrivedAt);
  if (waitSeconds === 0) return caller;
  throw new Refusal(
    'rate_limited',
    `More than 600 requests in 60 seconds with this credential; wait ${waitSeconds} seconds.`,
    { retryAfterSeconds: waitSeconds },
  );
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
