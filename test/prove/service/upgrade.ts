import {
  FIRST_ON_POSTGRES,
  FIRST_ON_SQLITE,
  restoreFirstDatabase,
  writeFirstDatabase,
} from '../../support/first-version/first-version.ts';
import { type Figure, part, type Scene } from './proof.ts';
import { seedRows } from './seed-rows.ts';
import { send } from './send.ts';
import { startServerUnderTest } from './server-under-test.ts';
import { openSql, type Sql } from './sql.ts';

/** In each of four tables. */
const ROWS = 250_000;
const AWAY_MS_MAX = 5000;

/** A database of the first version with many rows: how long nobody is served, and that it writes no more. */
export async function upgradeDatabase(scene: Scene): Promise<{ done: string; figures: Figure[] }> {
  const { engine } = scene.deployment;
  const rows = part(ROWS, scene.scale, 100);
  const deployment = await scene.another({
    servers: 0,
    prepare: async ({ database, folder }) => {
      if (database === undefined) await writeFirstDatabase(folder);
      else await restoreFirstDatabase(database);
      const sql = await openSql(folder, database);
      await seedFirst(sql, engine, rows);
      await sql.close();
    },
  });
  const startedAt = performance.now();
  const server = await startServerUnderTest({ database: deployment.place });
  const awayMs = performance.now() - startedAt;
  try {
    const { key } = engine === 'sqlite' ? FIRST_ON_SQLITE : FIRST_ON_POSTGRES;
    const unserved = await countUnserved(server.baseUrl, key);
    const refused = await deployment
      .sql(`insert into process_slots (slot, holder, expires_at) values (0, 'old', 0)`)
      .then(() => 0)
      .catch(() => 1);
    const [counted] = await deployment.sql('select count(*) as jobs from jobs');
    return {
      done: `A database of the first version with ${4 * rows} rows more, ready after ${Math.round(awayMs)} ms.`,
      figures: [
        {
          name: 'not served in the upgrade',
          value: awayMs,
          unit: 'ms',
          limit: { atMost: AWAY_MS_MAX },
          timed: true,
        },
        { name: 'operations that do not answer after it', value: unserved, limit: { atMost: 0 } },
        {
          name: 'jobs missing after it',
          value: Math.max(0, rows - counted.jobs),
          limit: { atMost: 0 },
        },
        { name: 'an older process can no longer write', value: refused, limit: { atLeast: 1 } },
      ],
    };
  } finally {
    await server.stop();
  }
}

async function seedFirst(sql: Sql, engine: Scene['deployment']['engine'], rows: number) {
  const [machine] = await sql('select organisation, id from machines order by id limit 1');
  await seedRows(sql, { engine, rows, organisation: machine.organisation, machine: machine.id });
}

/** How many of these do not answer with 200. */
async function countUnserved(baseUrl: string, bearer: string): Promise<number> {
  let unserved = 0;
  for (const name of [
    'list_jobs',
    'list_commands',
    'list_deliveries',
    'list_audit_log',
    'get_stats',
  ]) {
    const answer = await send(baseUrl, { path: `/api/v1/tools/${name}`, bearer, body: {} });
    if (answer?.status !== 200) unserved += 1;
  }
  return unserved;
}
