import type { Clock } from '../../base/time/clock.ts';
import { Failure } from '../../contract/failure.ts';
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

/** A locked keychain responds only once somebody has unlocked it. */
const CALL_MS = 3000;

/** The process is killed at the limit; it ends itself only where nobody is left to kill it. */
const ENDS_AFTER_MS = CALL_MS + 1000;

/**
 * The keychain; each call is a process of its own and has 3 seconds. One that is under way when the
 * person presses Ctrl-C ends at once, with `Failure` interrupted; a later one cleans up, and has its time.
 */
export function openKeychain(host: KeychainHost & { readonly clock: Clock }): Keychain {
  const call = (request: Omit<KeychainRequest, 'endsAfterMs'>): Promise<KeychainResponse> =>
    within(host, (signal) =>
      callKeychain(host, { ...request, endsAfterMs: ENDS_AFTER_MS }, signal),
    );
  return {
    async read(account) {
      const { secret } = await call({ action: 'read', account });
      return secret ?? undefined;
    },
    async write(account, secret) {
      const kept = await call({ action: 'write', account, secret });
      if (kept.secret !== secret) throw noKeychain('it did not keep what was written');
    },
    async remove(account) {
      const { wasThere } = await call({ action: 'remove', account });
      return wasThere === true;
    },
  };
}

async function within<Result>(
  { clock, interruption }: Pick<KeychainHost, 'interruption'> & { readonly clock: Clock },
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  const late = Promise.withResolvers<never>();
  const interrupted = interruption?.();
  const end = (): void => {
    late.reject(interrupted?.reason);
    limit.abort();
  };
  interrupted?.addEventListener('abort', end);
  const endLimit = clock.after(CALL_MS, () => {
    late.reject(noKeychain(`it did not answer within ${CALL_MS / 1000} seconds`));
    limit.abort();
  });
  try {
    return await Promise.race([run(limit.signal), late.promise]);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw noKeychain('there is none, or it is locked', error);
  } finally {
    endLimit();
    interrupted?.removeEventListener('abort', end);
  }
}

/** The library's own message is left out, since it might contain a secret. */
function noKeychain(why: string, cause?: unknown): Failure {
  return new Failure(
    'no_key',
    {
      code: 'no_keychain',
      title: 'The keychain cannot be used',
      detail: `The keychain of this computer cannot be used: ${why}.`,
      next: [{ step: 'unlock_keychain' }],
    },
    { cause },
  );
}
