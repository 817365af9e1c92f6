import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';

/** What the database has used and done since it began. */
export interface DatabaseUsage {
  readonly cpuMicros: number;
  readonly committed: number;
  readonly rolledBack: number;
}

/** Sessions tell their numbers a second later, and idle ones after ten. */
const TOLD_AFTER_SECONDS = 1.2;
/** Linux counts CPU in hundredths of a second. */
const TICK_MICROS = 10_000;

/** Reads the usage of a cluster on this machine, by its process and all that it started. */
export async function databaseUsage(database: string): Promise<DatabaseUsage> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    await client.query('select pg_sleep($1)', [TOLD_AFTER_SECONDS]);
    const { rows } = await client.query(`
      select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid,
        xact_commit::int as committed, xact_rollback::int as rolled_back
      from pg_stat_database where datname = current_database()`);
    const { pid, committed, rolled_back } = rows[0];
    return { cpuMicros: cpuMicrosOf(pid), committed, rolledBack: rolled_back };
  } finally {
    await client.end();
  }
}

/** CPU of a process, of those that it started and of those of them that have ended. */
function cpuMicrosOf(parent: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const fields = Number.isNaN(pid) ? [] : statOf(pid);
    const [, ppid] = fields;
    if (pid === parent) ticks += sum(fields.slice(11, 15));
    else if (ppid === parent) ticks += sum(fields.slice(11, 13));
  }
  return ticks * TICK_MICROS;
}

/** The fields of proc(5) after the name, state first; none of a process that has ended. */
function statOf(pid: number): readonly number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return [];
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}
