import { COMMAND_TTL_SECONDS } from '../../contract/limits.ts';
import type { CommandRow } from '../database/schema.ts';
import { machineTurn } from '../machines/machine-turn.ts';
import type { Service } from '../service.ts';
import { dueCommands, findCommand } from './command-queries.ts';
import { isDue } from './command-state.ts';
import { type CommandEnd, finishCommand } from './finish-command.ts';

const TIME = `${COMMAND_TTL_SECONDS / 60} minutes`;

/** What is known of a command whose time is over, and no more. */
const REASONS = {
  pending: `the machine has not collected it within ${TIME}`,
  delivered: `the machine collected it and has not reported a result within ${TIME}`,
} as const;
const SET_BACK = `the service's clock was set back, so that its ${TIME} are not known`;
const RESULTS = {
  pending: 'it was not run and will not be',
  delivered: 'whether it ran is not known, and a result that still comes is recorded',
} as const;

function expiryOf({ expires_at, status }: CommandRow, now: number): CommandEnd {
  const known = status === 'pending' ? 'pending' : 'delivered';
  const reason = expires_at <= now ? REASONS[known] : SET_BACK;
  const message = `${reason}; ${RESULTS[known]}`;
  return { event: 'expire', error: { code: 'expired', message }, result: null };
}

/** Expires every command whose ten minutes are over by the server's clock (specification, rule 2). */
export async function expireDueCommands({ store, clock }: Service): Promise<void> {
  const due = await store.read((db) => dueCommands(db, clock.now()));
  if (due.length === 0) return;
  await store.write(async (transaction) => {
    for (const command of await dueCommands(transaction.db, transaction.now)) {
      await finishCommand(transaction, command, expiryOf(command, transaction.now));
    }
  });
}

/** One command in its present state; one whose time is over is expired first. */
export async function readCommand(
  { store, clock }: Service,
  organisation: number,
  id: number,
): Promise<CommandRow | undefined> {
  const command = await store.read((db) => findCommand(db, organisation, id));
  if (!command || !isDue(command, clock.now())) return command;
  return store.write(
    async (transaction) => {
      const again = await findCommand(transaction.db, organisation, id);
      if (!again || !isDue(again, transaction.now)) return again;
      await finishCommand(transaction, again, expiryOf(again, transaction.now));
      return findCommand(transaction.db, organisation, id);
    },
    [machineTurn(command.machine)],
  );
}
