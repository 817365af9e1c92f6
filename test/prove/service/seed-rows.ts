import type { Engine } from './deployment.ts';
import type { Sql } from './sql.ts';

/** Before all ids that servers give now. */
const FIRST_MS = 1_700_000_000_000;
const EVERY_MS = 20_000;
/** Between two searched members of a delivery. */
const SEPARATOR = '\u001f';

export interface Rows {
  readonly engine: Engine;
  /** Of each kind: finished jobs with their command, audit entry and webhook. */
  readonly rows: number;
  readonly organisation: number;
  readonly machine: number;
}

/** When the n-th row was made; its id follows from it. */
export function seededAt(place: number): number {
  return FIRST_MS + place * EVERY_MS;
}

/** Writes very many rows of the past with a few statements, in columns that the first version has. */
export async function seedRows(sql: Sql, { engine, machine, organisation, rows }: Rows) {
  const at = `(${FIRST_MS} + cast(i as bigint) * ${EVERY_MS})`;
  const id = `${at} * 2048`;
  const from = `from (with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${rows}) select i from n) n`;
  await sql(
    `insert into jobs (organisation, id, machine, machine_job_id, skill, runner, title, trigger,
       status, outcome, state, report, created_at, started_at, ended_at, activity_at)
     select ${organisation}, ${id}, ${machine}, 'seeded-' || i, 'deploy-check', 'shell', 'Seeded',
       'webhook', 'succeeded', 'done', 'done', null, ${at}, ${at}, ${at}, ${at} ${from}`,
  );
  await sql(
    `insert into commands (organisation, id, machine, type, status, args, asked_kind, asked_name,
       created_at, expires_at, delivered_at, finished_at)
     select ${organisation}, ${id}, ${machine}, 'ping', 'succeeded', '{}', 'system', 'proof',
       ${at}, ${at} + 600000, ${at}, ${at} ${from}`,
  );
  await sql(
    `insert into audit (organisation, id, at, action, actor_kind, actor_name)
     select ${organisation}, ${id}, ${at}, 'command.ping', 'system', 'proof' ${from}`,
  );
  const searched = `'seeded-' || i || '${SEPARATOR}${SEPARATOR}/hooks/build${SEPARATOR}hookshot/' || (i % 1000)`;
  await sql(
    `insert into deliveries (organisation, id, machine, machine_delivery_id, skill, received_at,
       outcome, http_status, path, user_agent, headers, via, body_bytes, search)
     select ${organisation}, ${id}, ${machine}, 'seeded-' || i, 'deploy-check', ${at}, 'accepted',
       202, '/hooks/build', 'Hookshot/' || (i % 1000), '{}', 'http', 2, ${searched} ${from}`,
  );
  if (engine === 'sqlite') {
    await sql(
      `insert into deliveries_text (rowid, text) select id, search from deliveries
       where machine_delivery_id like 'seeded-%'`,
    );
    return;
  }
  // What the database does within minutes of so many writes, and not beside what is measured.
  await sql('vacuum analyze');
  await sql('checkpoint');
}
