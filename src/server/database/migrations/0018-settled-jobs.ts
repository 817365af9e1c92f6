import { sql } from 'kysely';
import type { Connection } from '../connection.ts';

/**
 * Indexes of jobs without those in progress, which are few and change with each sync: half of what a
 * job wrote when it began, and when it told of itself, was entries of these.
 */
const SETTLED: readonly string[] = [
  'jobs_by_state on jobs (organisation, state, id)',
  'jobs_by_activity on jobs (organisation, activity_at, id)',
  'jobs_active_in_state on jobs (organisation, state, activity_at, id)',
  'jobs_active_of_machine on jobs (organisation, machine, activity_at, id)',
  'jobs_active_of_skill on jobs (organisation, skill, activity_at, id)',
  'jobs_by_progress on jobs (organisation, state, (coalesce(percent, -1)), id)',
  'jobs_by_progress_of_machine on jobs (organisation, machine, (coalesce(percent, -1)), id)',
  'jobs_by_progress_of_skill on jobs (organisation, skill, (coalesce(percent, -1)), id)',
].map((index) => `${index} where state <> 'in_progress'`);

/** A machine's rows of one status or type are found without reading the others. */
const OF_MACHINE: readonly string[] = [
  'jobs_newest_of_machine on jobs (organisation, machine, id, status)',
  'commands_of_machine on commands (organisation, machine, id, status, type)',
];

/** Puts these indexes in place of those of the same names. */
export async function up(db: Connection): Promise<void> {
  for (const index of [...SETTLED, ...OF_MACHINE]) {
    const [name = ''] = index.split(' ', 1);
    await db.schema.dropIndex(name).execute();
    await sql.raw(`create index ${index}`).execute(db);
  }
}
