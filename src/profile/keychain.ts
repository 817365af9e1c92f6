import type { Clock } from '../base/time/clock.ts';
import { Failure } from '../contract/failure.ts';
import {
  callKeychain,
  type KeychainHost,
  type KeychainRequest,
  type KeychainResponse,
} from './call-keychain.ts';

/** The operating system's store of secrets, for this user. Every call throws `Failure` no_keychain. */
export interface Keychain {
  /** What is kept for the account; undefined where nothing is. */
  read(account: string): Promise<string | undefined>;
  /** Keeps a secret and reads it back, since some stores take what they do not keep. */
  write(account: string, secret: string): Promise<void>;
  /** Gives whether there was one; afterwards there is none. */
  remove(account: string): Promise<boolean>;
}

/** A keychain that asks somebody to unlock it answers when they have, or never. */
const CALL_MS = 3000;

/** Its process is killed at the limit; it ends itself only where that cannot happen any more. */
const ENDS_AFTER_MS = CALL_MS + 1000;

/** The keychain; each call is a process of its own and has 3 seconds. */
export function openKeychain(host: KeychainHost & { readonly clock: Clock }): Keychain {
  const ask = (question: Omit<KeychainRequest, 'endsAfterMs'>): Promise<KeychainResponse> =>
    within(host.clock, (signal) =>
      callKeychain(host, { ...question, endsAfterMs: ENDS_AFTER_MS }, signal),
    );
  return {
    async read(account) {
      const { secret } = await ask({ act: 'read', account });
      return secret ?? undefined;
    },
    async write(account, secret) {
      const kept = await ask({ act: 'write', account, secret });
      if (kept.secret !== secret) throw noKeychain('it did not keep what was written');
    },
    async remove(account) {
      const { wasThere } = await ask({ act: 'remove', account });
      return wasThere === true;
    },
  };
}

async function within<Result>(
  clock: Clock,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  const late = Promise.withResolvers<never>();
  const endLimit = clock.after(CALL_MS, () => {
    late.reject(noKeychain(`it did not answer within ${CALL_MS / 1000} seconds`));
    limit.abort();
  });
  try {
    return await Promise.race([act(limit.signal), late.promise]);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw noKeychain('there is none, or it is locked', error);
  } finally {
    endLimit();
  }
}

/** A library's own words stay out: nobody knows what is in them. */
function noKeychain(why: string, cause?: unknown): Failure {
  return new Failure(
    'no_key',
    {
      code: 'no_keychain',
      title: 'The keychain cannot be used',
      detail: `The keychain of this computer was asked, and ${why}.`,
      next: [{ step: 'unlock_keychain' }],
    },
    { cause },
  );
}
