import type { AsyncEntry as Entry, EntryOptions } from '@napi-rs/keyring';
import type { Clock } from '../contract/clock.ts';
import { Failure } from '../contract/failure.ts';

/** The operating system's store of secrets, for this user. Every call throws `Failure` no_keychain. */
export interface Keychain {
  /** What is kept for the account; undefined where nothing is. */
  read(account: string): Promise<string | undefined>;
  /** Keeps a secret and reads it back, since some stores take what they do not keep. */
  write(account: string, secret: string): Promise<void>;
  /** Gives whether there was one; afterwards there is none. */
  remove(account: string): Promise<boolean>;
}

/** What tells our accounts apart from those of other programs. */
const SERVICE = 'fleet';

/** A keychain that asks somebody to unlock it answers when they have, or never. */
const CALL_MS = 3000;

/** Without this the library falls back to the kernel's keyring, which forgets at the next start. */
const PINNED: EntryOptions = { linux: { store: 'secret-service' } };

/** The keychain; its native module is loaded with the first call, and each call has 3 seconds. */
export function openKeychain(clock: Clock): Keychain {
  const call = <Result>(account: string, act: Act<Result>): Promise<Result> =>
    within(clock, async (signal) => {
      const { AsyncEntry } = await import('@napi-rs/keyring');
      return act(new AsyncEntry(SERVICE, account, PINNED), signal);
    });
  const read = async (account: string): Promise<string | undefined> =>
    (await call(account, (entry, signal) => entry.getPassword(signal))) ?? undefined;
  return {
    read,
    async write(account, secret) {
      await call(account, (entry, signal) => entry.setPassword(secret, signal));
      if ((await read(account)) !== secret) throw noKeychain('it did not keep what was written');
    },
    remove: (account) => call(account, (entry, signal) => entry.deleteCredential(signal)),
  };
}

type Act<Result> = (entry: Entry, signal: AbortSignal) => Promise<Result>;

/** Not every store heeds the signal, so the time is also watched from outside. */
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
      advice:
        'Unlock it; or set FLEET_API_KEY or FLEET_API_KEY_FILE; or log in with fleet auth login ' +
        '--store file.',
    },
    { cause },
  );
}
