import { Journal } from '../../flow/secret/journal.ts';
import type { SecretEntry } from '../../flow/secret/journal-entry.ts';
import { removeExpired } from '../../flow/secret/remove-expired.ts';
import { type Keychain, openKeychain } from '../../profile/keychain/keychain.ts';
import type { Runtime } from '../runtime.ts';
import { expiredNote } from './expired-note.ts';

export interface OpenJournal {
  readonly journal: Journal;
  /** Where private keys are kept until delivery; in the journal where it cannot be used. */
  readonly keychain: Keychain;
  /** What expired unclaimed and was wiped by this call. */
  readonly expired: readonly SecretEntry[];
}

/**
 * The journal of secrets, swept first, as every `fleet secret` call does, but for the entry that
 * `findSpared` gives the id of; says which were wiped, but for the one that is `named`. Throws `Failure`.
 */
export async function openJournal(
  runtime: Runtime,
  findSpared?: (journal: Journal) => Promise<string | undefined>,
  named?: string,
): Promise<OpenJournal> {
  const { clock, folders, interruption } = runtime;
  const journal = await Journal.open(folders.state);
  const keychain = openKeychain(runtime);
  const signal = interruption?.();
  const spared = await findSpared?.(journal);
  const expired = await removeExpired(journal, { clock, keychain, spared, signal });
  const others = expired.filter(({ commandId, id }) => id !== named && commandId !== named);
  await runtime.stderr.write(expiredNote(others));
  return { journal, keychain, expired };
}
