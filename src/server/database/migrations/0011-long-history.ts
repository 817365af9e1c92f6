import { sql } from 'kysely';
import type { Connection } from '../connection.ts';

/**
 * What a page, a look-up and a sweep need with a million rows in each table. An index costs each
 * write, so that each says what for; those of few rows (`where …`) cost little.
 */
const INDEXES: readonly string[] = [
  // list_jobs and list_inbox by machine or skill. `jobs_by_skill` has the skill between both, and
  // sorted all rows of a machine.
  'jobs_newest_of_machine on jobs (organisation, machine, id)',
  'jobs_newest_of_skill on jobs (organisation, skill, id)',
  // list_jobs by status and outcome: a rare value was looked for in every row.
  'jobs_by_status on jobs (organisation, status, id)',
  'jobs_by_outcome on jobs (organisation, outcome, id) where outcome is not null',
  // list_inbox sorts by activity, of a view, a machine or a skill: a page sorted all of them.
  'jobs_active_in_state on jobs (organisation, state, activity_at, id)',
  'jobs_active_of_machine on jobs (organisation, machine, activity_at, id)',
  'jobs_active_of_skill on jobs (organisation, skill, activity_at, id)',
  // list_inbox by progress, of a view, a machine or a skill; over all views it is merged from the four
  // states.
  'jobs_by_progress on jobs (organisation, state, (coalesce(percent, -1)), id)',
  'jobs_by_progress_of_machine on jobs (organisation, machine, (coalesce(percent, -1)), id)',
  'jobs_by_progress_of_skill on jobs (organisation, skill, (coalesce(percent, -1)), id)',
  // The jobs of a machine that run or wait, and how many of them: few beside those that ended.
  `jobs_open on jobs (organisation, machine, skill, state, id)
    where state in ('needs_input', 'in_progress')`,
  // list_commands by type and by status; a command gets its entry of the second one as it ends, and
  // is in `commands_unfinished` before.
  'commands_by_type on commands (organisation, type, id)',
  'commands_by_status on commands (organisation, status, id) where finished_at is not null',
  // list_audit_log by action and by prefix, which is a few actions.
  'audit_by_action on audit (organisation, action, id)',
  // list_alerts by type and by machine; a dozen alerts come of a thousand jobs.
  'alerts_by_type on alerts (organisation, state, type, id)',
  'alerts_of_machine on alerts (organisation, machine, state, id)',
  // Whether a URL has room for one more webhook, and what waits for each URL.
  `held_deliveries_of_url on held_deliveries (organisation, machine, skill)
    where sealed is not null`,
  // Whether an earlier notification of the same alert still waits.
  `sends_waiting on sends (organisation, channel, alert, id) where state = 'pending'`,
];

/**
 * Indexes of columns that are mostly null, without the null ones: fewer writes, and nothing that
 * looks for null can walk them by mistake.
 */
const WITHOUT_NULL: readonly string[] = [
  `jobs_by_machine_job_id on jobs (organisation, machine_job_id, id)
    where machine_job_id is not null`,
  'deliveries_by_job on deliveries (organisation, job, id) where job is not null',
  `deliveries_by_machine_job_id on deliveries (organisation, machine_job_id, id)
    where machine_job_id is not null`,
  `deliveries_by_sender_delivery_id on deliveries (organisation, sender_delivery_id, id)
    where sender_delivery_id is not null`,
  'commands_of_job on commands (organisation, job, id) where job is not null',
];

/** Indexes for a long history. */
export async function up(db: Connection): Promise<void> {
  for (const index of WITHOUT_NULL) {
    const [name = ''] = index.split(' ', 1);
    await db.schema.dropIndex(name).execute();
  }
  for (const index of [...WITHOUT_NULL, ...INDEXES]) {
    await sql.raw(`create index ${index}`).execute(db);
  }
}
