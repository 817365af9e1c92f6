import { sql } from 'kysely';
import type { Connection } from '../connection.ts';

const INDEXES: readonly string[] = [
  // list_jobs and list_commands of a machine. A change of a row writes nothing here.
  'jobs_by_id_of_machine on jobs (organisation, machine, id)',
  'commands_by_id_of_machine on commands (organisation, machine, id, type)',
  // The same by status or type: a rare value was looked for in every entry of the machine. A row gets
  // its entry by status once it has ended; most commands are of the one type that has no entry.
  `jobs_by_status_of_machine on jobs (organisation, machine, status, id)
    where state <> 'in_progress'`,
  `commands_by_status_of_machine on commands (organisation, machine, status, id)
    where finished_at is not null`,
  `commands_by_type_of_machine on commands (organisation, machine, type, id)
    where type <> 'job.run'`,
];

/** Had the status after the id, and were written anew with each change of it. */
const REPLACED: readonly string[] = ['jobs_newest_of_machine', 'commands_of_machine'];

/** Indexes for the history of one machine. */
export async function up(db: Connection): Promise<void> {
  for (const index of INDEXES) await sql.raw(`create index ${index}`).execute(db);
  // At the end: from here on PostgreSQL lets nobody read these tables until the migration ends.
  for (const index of REPLACED) await db.schema.dropIndex(index).execute();
}
