import { CLAIM_TTL_SECONDS } from '../../contract/limits.ts';
import { findCommand } from '../commands/command-queries.ts';
import { isFinished } from '../commands/command-state.ts';
import { type CommandEnd, finishCommand } from '../commands/finish-command.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { SealedSecretRow } from '../database/tables/short-lived.ts';
import type { Service } from '../service.ts';
import { moveClaim } from './claim.ts';
import { dueSecretRequests } from './sealed-secret-queries.ts';

/** How the command of a claim ends whose two minutes are over. */
export const CLAIM_EXPIRY: CommandEnd = {
  event: 'expire',
  error: {
    code: 'expired',
    message: `the machine has not answered within ${CLAIM_TTL_SECONDS / 60} minutes`,
  },
  result: null,
};

/** Expires every claim whose two minutes are over by the server's clock, whether asked for or not. */
export async function expireDueClaims({ store, clock }: Service): Promise<void> {
  const due = await store.read((db) => dueSecretRequests(db, clock.now()));
  if (due.length === 0) return;
  await store.write(async (transaction) => {
    for (const claim of await dueSecretRequests(transaction.db, transaction.now)) {
      await expireClaim(transaction, claim);
    }
  });
}

/** Expires one claim, and its command where the machine still works on it. */
export async function expireClaim(
  transaction: WriteTransaction,
  claim: SealedSecretRow,
): Promise<SealedSecretRow> {
  const expired = await moveClaim(transaction, claim, 'expire');
  const command = await findCommand(transaction.db, claim.organisation, claim.id);
  if (command !== undefined && !isFinished(command.status)) {
    await finishCommand(transaction, command, CLAIM_EXPIRY);
  }
  return expired;
}
