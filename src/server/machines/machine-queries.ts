import { sql, type Updateable } from 'kysely';
import type { Connection } from '../database/connection.ts';
import { machineFinderOf } from '../database/machine-finder.ts';
import type { MachineRow, Tables } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';

type NewMachine = Pick<MachineRow, 'organisation' | 'id' | 'name' | 'token_hash'>;

/** A machine that was paired and has not synced yet. */
export async function insertMachine(
  transaction: WriteTransaction,
  machine: NewMachine,
): Promise<MachineRow> {
  const row: MachineRow = {
    ...machine,
    hostname: null,
    paired_at: transaction.now,
    last_sync_at: null,
    clock_skew_ms: null,
    events_waiting: 0,
    mode: null,
    report: null,
    disconnected_at: null,
  };
  await transaction.db.insertInto('machines').values(row).execute();
  return row;
}

/** The organisation's machines that are not disconnected, newest first. */
export function listMachines(db: Connection, organisation: number): Promise<MachineRow[]> {
  return db
    .selectFrom('machines')
    .selectAll()
    .where('organisation', '=', organisation)
    .where('disconnected_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
}

/** The machine with this id, disconnected or not. */
export async function findMachine(
  db: Connection,
  organisation: number,
  id: number,
): Promise<MachineRow | undefined> {
  const machine = await findInAny(db, id);
  return machine?.organisation === organisation ? machine : undefined;
}

/** The machine that a token names, whichever organisation it belongs to. */
export function findMachineOfToken(db: Connection, id: number): Promise<MachineRow | undefined> {
  return findInAny(db, id);
}

function findInAny(db: Connection, id: number): Promise<MachineRow | undefined> {
  const finder = machineFinderOf(db);
  if (finder !== undefined) return finder.withId(id);
  return db.selectFrom('machines').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Machines with this name or hostname, connected or not, newest first. */
export function findMachinesNamed(
  db: Connection,
  organisation: number,
  name: string,
): Promise<MachineRow[]> {
  const finder = machineFinderOf(db);
  if (finder !== undefined) return finder.named(organisation, name);
  return db
    .selectFrom('machines')
    .selectAll()
    .where('organisation', '=', organisation)
    .where((machine) => machine.or([machine('name', '=', name), machine('hostname', '=', name)]))
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Connected machines of every organisation whose last sync was before `since` and for which no
 * `condition` alert holds yet. One that never synced was never online.
 */
export function listNewlySilentMachines(
  db: Connection,
  since: number,
  condition: string,
): Promise<MachineRow[]> {
  return machinesWithout(db, condition)
    .selectAll()
    .where('last_sync_at', '<', since)
    .limit(1000)
    .execute();
}

/** The last sync of the machine without such an alert that has been silent for longest. */
export async function longestSilentSince(
  db: Connection,
  condition: string,
): Promise<number | undefined> {
  const { since } = await machinesWithout(db, condition)
    .select(({ fn }) => fn.min('last_sync_at').as('since'))
    .executeTakeFirstOrThrow();
  return since ?? undefined;
}

/** When any machine synced last; 0 where none ever did. */
export async function newestSync(db: Connection): Promise<number> {
  const { newest } = await db
    .selectFrom('machines')
    .select(({ fn }) => fn.max('last_sync_at').as('newest'))
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

/** Makes what synced at a time that is still to come, by a clock that was ahead, one that has synced now. */
export async function endFutureSyncs({ db, now }: WriteTransaction): Promise<void> {
  await db
    .updateTable('machines')
    .set({ last_sync_at: now })
    .where('last_sync_at', '>', now)
    .execute();
}

/** Machines that are connected and have no lasting alert of this condition. */
function machinesWithout(db: Connection, condition: string) {
  return db
    .selectFrom('machines')
    .where('disconnected_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('alerts')
            .select('alerts.id')
            .whereRef('alerts.organisation', '=', 'machines.organisation')
            .whereRef('alerts.machine', '=', 'machines.id')
            .where('alerts.condition', '=', condition)
            // Not bound, as the index `alerts_holding` says it.
            .where('alerts.holds', '=', sql.lit(1)),
        ),
      ),
    );
}

/** Changes columns of one machine and gives it as it now stands. */
export function updateMachine(
  { db }: WriteTransaction,
  machine: Pick<MachineRow, 'organisation' | 'id'>,
  changes: Updateable<Tables['machines']>,
): Promise<MachineRow> {
  return db
    .updateTable('machines')
    .set(changes)
    .where('organisation', '=', machine.organisation)
    .where('id', '=', machine.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Changes columns of a machine that is not disconnected, and gives it as it now stands, with what its
 * organisation keeps.
 */
export function updateConnectedMachine(
  { db }: WriteTransaction,
  machine: Pick<MachineRow, 'organisation' | 'id'>,
  changes: Updateable<Tables['machines']>,
) {
  return db
    .updateTable('machines')
    .set(changes)
    .where('organisation', '=', machine.organisation)
    .where('id', '=', machine.id)
    .where('disconnected_at', 'is', null)
    .returningAll()
    .returning(({ selectFrom }) =>
      selectFrom('organisations')
        .select('store_payloads')
        .whereRef('organisations.id', '=', 'machines.organisation')
        .as('store_payloads'),
    )
    .executeTakeFirst();
}

/** The machines with these ids, disconnected ones too. */
export async function findMachines(
  db: Connection,
  organisation: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, MachineRow>> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return new Map();
  const rows = await db
    .selectFrom('machines')
    .selectAll()
    .where('organisation', '=', organisation)
    .where('id', 'in', distinct)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
