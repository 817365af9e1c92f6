import type { Entry } from '../../flow/secret/entry.ts';
import { Journal } from '../../flow/secret/journal.ts';
import type { KeyVault } from '../../flow/secret/private-key.ts';
import { sweepJournal } from '../../flow/secret/sweep.ts';
import type { Rim } from '../../terminal/rim.ts';

export interface OpenJournal {
  readonly journal: Journal;
  /** Where private keys are kept until delivery; undefined where the journal keeps them. */
  readonly vault: KeyVault | undefined;
  /** What expired unclaimed and was wiped by this call. */
  readonly expired: readonly Entry[];
}

/** The journal of secrets, swept first, as every `fleet secret` call does. Throws `Failure`. */
export async function openJournal({ clock, folders }: Rim): Promise<OpenJournal> {
  const journal = await Journal.open(folders.state);
  const vault = undefined;
  return { journal, vault, expired: await sweepJournal(journal, { clock, vault }) };
}
