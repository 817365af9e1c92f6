import type { Connection } from '../database/connection.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { PersonRow } from '../database/tables/people.ts';

type PersonKey = Pick<PersonRow, 'organisation' | 'id'>;

export async function insertPerson({ db }: WriteTransaction, row: PersonRow): Promise<PersonRow> {
  await db.insertInto('people').values(row).execute();
  return row;
}

/** The organisation's people, oldest first. */
export function listPeople(db: Connection, organisation: number): Promise<PersonRow[]> {
  return db
    .selectFrom('people')
    .selectAll()
    .where('organisation', '=', organisation)
    .orderBy('id')
    .execute();
}

export function findPerson(
  db: Connection,
  { organisation, id }: PersonKey,
): Promise<PersonRow | undefined> {
  return db
    .selectFrom('people')
    .selectAll()
    .where('organisation', '=', organisation)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function updatePerson(
  { db }: WriteTransaction,
  person: PersonRow,
  changes: Partial<Pick<PersonRow, 'name' | 'role'>>,
): Promise<PersonRow> {
  await db
    .updateTable('people')
    .set(changes)
    .where('organisation', '=', person.organisation)
    .where('id', '=', person.id)
    .execute();
  return { ...person, ...changes };
}

/** Removes a person with the tokens of every app that the person connected. */
export async function deletePerson(
  { db }: WriteTransaction,
  { organisation, id }: PersonKey,
): Promise<void> {
  await db
    .deleteFrom('app_tokens')
    .where('organisation', '=', organisation)
    .where('person', '=', id)
    .execute();
  await db
    .deleteFrom('people')
    .where('organisation', '=', organisation)
    .where('id', '=', id)
    .execute();
}
