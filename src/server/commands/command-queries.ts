import { sql, type Updateable } from 'kysely';
import type { CommandStatus } from '../../contract/record/command.ts';
import type { Connection } from '../database/connection.ts';
import { insertRow } from '../database/insert-row.ts';
import type { PageRequest } from '../database/page.ts';
import type { CommandRow, Tables } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { latestEnd } from '../database/time-limit.ts';
import { COMMAND_TTL_MS, isFinished } from './command-state.ts';

/** As the indexes of unfinished commands say it: with bound values no engine would use them. */
const UNFINISHED = sql<boolean>`status in ('pending', 'delivered')`;

/** As the index of finished commands says it. */
const FINISHED = sql<boolean>`finished_at is not null`;

/** Nearly all commands are of it; those of others have an index of their own. */
const RUN = 'job.run';
const NO_RUN = sql<boolean>`type <> 'job.run'`;

interface CommandFilter {
  readonly machine?: number | undefined;
  readonly status?: CommandStatus | undefined;
  readonly type?: string | undefined;
}

export async function insertCommand(
  { db }: WriteTransaction,
  row: CommandRow,
): Promise<CommandRow> {
  await insertRow(db, 'commands', row);
  return row;
}

/** Changes columns of one command and gives it as it now stands. */
export function updateCommand(
  { db }: WriteTransaction,
  command: Pick<CommandRow, 'organisation' | 'id'>,
  changes: Updateable<Tables['commands']>,
): Promise<CommandRow> {
  return db
    .updateTable('commands')
    .set(changes)
    .where('organisation', '=', command.organisation)
    .where('id', '=', command.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function commandsOf(db: Connection, organisation: number) {
  return db.selectFrom('commands').selectAll().where('organisation', '=', organisation);
}

export function findCommand(
  db: Connection,
  organisation: number,
  id: number,
): Promise<CommandRow | undefined> {
  return commandsOf(db, organisation).where('id', '=', id).executeTakeFirst();
}

/** Newest first, one row more than the limit (`toPage`). */
export function listCommands(
  db: Connection,
  organisation: number,
  filter: CommandFilter,
  { before, limit }: PageRequest,
): Promise<CommandRow[]> {
  let query = commandsOf(db, organisation).orderBy('id', 'desc');
  if (filter.machine !== undefined) query = query.where('machine', '=', filter.machine);
  if (filter.status !== undefined) {
    const which = isFinished(filter.status) ? FINISHED : UNFINISHED;
    query = query.where('status', '=', filter.status).where(which);
  }
  if (filter.type !== undefined) {
    query = query.where('type', '=', filter.type);
    if (filter.machine !== undefined && filter.type !== RUN) query = query.where(NO_RUN);
  }
  if (before !== undefined) query = query.where('id', '<', before);
  return query.limit(limit + 1).execute();
}

/** Commands about a job, newest first. */
export function commandsOfJob(
  db: Connection,
  organisation: number,
  job: number,
): Promise<CommandRow[]> {
  return commandsOf(db, organisation)
    .where('job', '=', job)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
}

/** Unfinished commands of these types about a job. */
export function unfinishedCommandsAbout(
  { db, claim }: WriteTransaction,
  job: { readonly organisation: number; readonly id: number },
  types: readonly string[],
): Promise<CommandRow[]> {
  const query = commandsOf(db, job.organisation)
    .where('job', '=', job.id)
    .where('type', 'in', types)
    .where(UNFINISHED);
  return claim(query).execute();
}

/** Unfinished commands of a machine that are not due yet, oldest first. */
export function unfinishedCommandsOf(
  { db, now, claim }: WriteTransaction,
  machine: { readonly organisation: number; readonly id: number },
): Promise<CommandRow[]> {
  const query = commandsOf(db, machine.organisation)
    .where('machine', '=', machine.id)
    .where(UNFINISHED)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', latestEnd(now, COMMAND_TTL_MS))
    .orderBy('id');
  return claim(query).execute();
}

/** Whether a command waits that its machine has not collected yet. */
export async function hasPendingCommand(
  db: Connection,
  machine: { readonly organisation: number; readonly id: number },
): Promise<boolean> {
  const pending = await db
    .selectFrom('commands')
    .select('id')
    .where('organisation', '=', machine.organisation)
    .where('machine', '=', machine.id)
    .where(UNFINISHED)
    .where('status', '=', 'pending')
    .limit(1)
    .execute();
  return pending.length > 0;
}

/** Unfinished commands of every organisation whose time is over at `now`, or not known any more (`isDue`). */
export function dueCommands(db: Connection, now: number): Promise<CommandRow[]> {
  return db
    .selectFrom('commands')
    .selectAll()
    .where(UNFINISHED)
    .where(({ eb, or }) =>
      or([eb('expires_at', '<=', now), eb('expires_at', '>', latestEnd(now, COMMAND_TTL_MS))]),
    )
    .orderBy('expires_at')
    .limit(1000)
    .execute();
}
