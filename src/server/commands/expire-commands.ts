import { COMMAND_TTL_SECONDS } from '../../contract/limits.ts';
import type { CommandRow } from '../database/schema.ts';
import type { Service } from '../service.ts';
import { dueCommands, findCommand } from './command-queries.ts';
import { isDue } from './command-state.ts';
import { type CommandEnd, finishCommand } from './finish-command.ts';

const EXPIRY: CommandEnd = {
  event: 'expire',
  error: {
    code: 'expired',
    message: `the machine has not run it within ${COMMAND_TTL_SECONDS / 60} minutes`,
  },
  result: null,
};

/** Expires every command whose ten minutes are over by the server's clock (specification, rule 2). */
export async function expireDueCommands({ store, clock }: Service): Promise<void> {
  const due = await store.read((db) => dueCommands(db, clock.now()));
  if (due.length === 0) return;
  await store.write(async (transaction) => {
    for (const command of await dueCommands(transaction.db, transaction.now)) {
      await finishCommand(transaction, command, EXPIRY);
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
  return store.write(async (transaction) => {
    const again = await findCommand(transaction.db, organisation, id);
    if (!again || !isDue(again, transaction.now)) return again;
    await finishCommand(transaction, again, EXPIRY);
    return findCommand(transaction.db, organisation, id);
  });
}
