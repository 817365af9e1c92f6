import { Journal } from '../../flow/secret/journal.ts';
import type { Entry } from '../../flow/secret/journal-entry.ts';
import { sweepJournal } from '../../flow/secret/remove-expired.ts';
import { type Keychain, openKeychain } from '../../profile/keychain.ts';
import type { Rim } from '../../terminal/runtime.ts';

export interface OpenJournal {
  readonly journal: Journal;
  /** Where private keys are kept until delivery; in the journal where it cannot be used. */
  readonly vault: Keychain;
  /** What expired unclaimed and was wiped by this call. */
  readonly expired: readonly Entry[];
}

/** The journal of secrets, swept first, as every `fleet secret` call does. Throws `Failure`. */
export async function openJournal(rim: Rim): Promise<OpenJournal> {
  const { clock, folders } = rim;
  const journal = await Journal.open(folders.state);
  const vault = openKeychain(rim);
  return { journal, vault, expired: await sweepJournal(journal, { clock, vault }) };
}
