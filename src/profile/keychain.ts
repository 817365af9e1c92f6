import type { AsyncEntry } from '@napi-rs/keyring';
import type { Clock } from '../contract/clock.ts';
import { Failure } from '../contract/failure.ts';

/** The secrets of this user in the keychain of the operating system, by account. */
export interface Keychain {
  /** Undefined where there is none of that account. */
  read(account: string): Promise<string | undefined>;
  write(account: string, secret: string): Promise<void>;
  /** Also where there was none. */
  remove(account: string): Promise<void>;
}

const SERVICE = 'fleet';

/** A keychain that asks somebody to unlock it answers when they have, or never. */
const CALL_MS = 3_000;

/**
 * The keychain of macOS or Windows; on Linux the Secret Service, and never the kernel's keyring,
 * which the library would silently fall back to and which forgets at reboot. The native module is
 * loaded by the first call. Calls reject with `Failure` local keychain_unavailable, without a secret
 * in it, where it does not answer within 3 s.
 */
export function openKeychain(clock: Clock): Keychain {
  const call = <Result>(
    account: string,
    action: (entry: AsyncEntry, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> =>
    within(clock, async (signal) => {
      const { AsyncEntry } = await import('@napi-rs/keyring');
      const options = { linux: { store: 'secret-service' } } as const;
      return action(new AsyncEntry(SERVICE, account, options), signal);
    });
  return {
    read: async (account) =>
      (await call(account, (entry, signal) => entry.getPassword(signal))) ?? undefined,
    write: (account, secret) => call(account, (entry, signal) => entry.setPassword(secret, signal)),
    remove: async (account) => {
      await call(account, (entry, signal) => entry.deletePassword(signal));
    },
  };
}

/** A blocked call may not hear the signal, so it is not waited for either. */
async function within<Result>(
  clock: Clock,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  const late = Promise.withResolvers<never>();
  const endLimit = clock.after(CALL_MS, () => {
    limit.abort();
    late.reject(new Error(`no answer within ${CALL_MS / 1000} s`));
  });
  try {
    return await Promise.race([work(limit.signal), late.promise]);
  } catch (error) {
    throw unavailable(error);
  } finally {
    endLimit();
  }
}

function unavailable(cause: unknown): Failure {
  const [reason = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
  return new Failure(
    'local',
    {
      code: 'keychain_unavailable',
      title: 'The keychain cannot be used',
      detail: reason,
    },
    { cause },
  );
}
