import { machineOfToken } from '../access/machine-token.ts';
import { matchesHash } from '../access/token-hash.ts';
import type { MachineRow } from '../database/schema.ts';
import type { Store } from '../database/store.ts';
import { findMachineOfToken } from '../machines/machine-queries.ts';
import { Refusal } from '../refusal.ts';

/**
 * Finds the machine of a token. A machine that was disconnected has lost it.
 * Throws `Refusal` `unauthorized` without a token, `invalid_key` where it is not valid.
 */
export async function authenticateMachine(
  store: Store,
  token: string | undefined,
): Promise<MachineRow> {
  if (token === undefined) throw new Refusal('unauthorized', 'The sync carries no machine token.');
  const id = machineOfToken(token);
  const machine =
    id === undefined ? undefined : await store.read((db) => findMachineOfToken(db, id));
  // A token is hashed in any case, so that the time says nothing of which machines there are.
  const matches = matchesHash(token, machine?.token_hash ?? '');
  if (!machine || !matches || machine.disconnected_at !== null) {
    throw new Refusal('invalid_key', 'The machine token is unknown or was revoked.');
  }
  return machine;
}
