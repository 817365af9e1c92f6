import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type StartedServer, startServer } from '../../../../src/server/start.ts';
import { type Cluster, postgresPrograms, startCluster } from '../../../support/postgres/cluster.ts';
import { describePostgres } from '../../../support/postgres/test-database.ts';
import { proves } from '../../../support/proves.ts';

/** A cluster that is stopped and frozen is no other test's. */
let cluster: Cluster;

async function start(): Promise<StartedServer> {
  const database = `${cluster.url}/postgres`;
  const server = await startServer({ listen: '127.0.0.1:0', dataFolder: '', database, demo: true });
  onTestFinished(() => server.close());
  return server;
}

/** A good key's request on the resource route or the tool route. */
async function ask(
  { baseUrl, keys }: StartedServer,
  place: number,
  machine = 'build-01',
): Promise<Response> {
  const headers = {
    authorization: `Bearer ${keys?.admin}`,
    'content-type': 'application/json',
  };
  if (place % 2 === 0) return fetch(`${baseUrl}/api/v1/jobs/job_none`, { headers });
  const ping = JSON.stringify({ machine, type: 'ping' });
  return fetch(`${baseUrl}/api/v1/tools/send_command`, { method: 'POST', headers, body: ping });
}

/** The status of `/healthz`, which waits behind nobody's statement, and the part that fails. */
async function health({ baseUrl }: StartedServer) {
  const response = await fetch(`${baseUrl}/healthz`);
  const { check } = (await response.json()) as { check?: string };
  return { status: response.status, ...(check === undefined ? {} : { check }) };
}

/** Sixteen requests at once while the database is away: each says so, and when to come again. */
async function expectUnavailable(server: StartedServer): Promise<void> {
  const startedAt = performance.now();
  const answers = await Promise.all(Array.from({ length: 16 }, (_, place) => ask(server, place)));
  for (const answer of answers) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
  }
  expect(performance.now() - startedAt).toBeLessThan(6000);
}

async function expectBack(server: StartedServer): Promise<void> {
  const statuses = async () =>
    (await Promise.all([ask(server, 0), ask(server, 1)])).map(({ status }) => status);
  await expect.poll(statuses, { interval: 100 }).toEqual([404, 202]);
}

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: `${cluster.url}/postgres` });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Ends the statements that wait for a lock, as their timeout would; gives how many there were. */
async function cancelWaiting(client: Client): Promise<number> {
  const { rowCount } = await client.query(
    `select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}

describePostgres('PostgreSQL goes away', () => {
  beforeAll(async () => {
    const programs = postgresPrograms() ?? '';
    cluster = await startCluster(programs, process.env['FLEET_TEST_POSTGRES_PARENT'] ?? '');
  }, 60_000);
  afterAll(() => cluster.remove());

  test('a database that was stopped is unavailable, never a wrong key, and back when it is', async () => {
    proves('ERR-unavailable', 'HEALTH-checks');
    const server = await start();
    await server.pair('build-01');
    await expectBack(server);
    await cluster.stopServer();
    await expectUnavailable(server);
    await expectUnavailable(server);
    expect(await health(server)).toEqual({ status: 503, check: 'database' });
    await cluster.startServer();
    await expectBack(server);
    await expect.poll(() => health(server)).toEqual({ status: 200 });
  }, 60_000);

  test('a database that hangs is unavailable within the time a statement has, and back after', async () => {
    proves('ERR-unavailable');
    const server = await start();
    await expectBack(server);
    cluster.signal('SIGSTOP');
    try {
      await expectUnavailable(server);
      await expectUnavailable(server);
      expect(await health(server)).toEqual({ status: 503, check: 'database' });
    } finally {
      cluster.signal('SIGCONT');
    }
    await expectBack(server);
  }, 60_000);

  test('writes that waited for a lock in vain are unavailable, and the next ones are not', async () => {
    proves('ERR-unavailable');
    const server = await start();
    await server.pair('build-02');
    const send = async (): Promise<number> => (await ask(server, 1, 'build-02')).status;
    expect(await send()).toBe(202);
    const holder = await connect();
    const observer = await connect();
    await holder.query('begin; lock table organisations, migrations in access exclusive mode');
    expect(await health(server)).toEqual({ status: 200 });
    const during: number[] = [];
    for (let place = 0; place < 8; place += 1) void send().then((status) => during.push(status));
    let cancelled = 0;
    const cancelAll = async (): Promise<number> => {
      cancelled += await cancelWaiting(observer);
      return during.length;
    };
    await expect.poll(cancelAll).toBe(8);
    // The first waited alone, the others behind it together.
    expect(cancelled).toBeGreaterThanOrEqual(2);
    expect(new Set(during)).toEqual(new Set([503]));
    await holder.query('rollback');
    const after = await Promise.all(Array.from({ length: 32 }, send));
    expect(new Set(after)).toEqual(new Set([202]));
  }, 60_000);

  test('a start without a database says so and tells nothing of the address', async () => {
    const database = 'postgres://someone:not-to-be-seen@127.0.0.1:1/none';
    const starting = startServer({ listen: '127.0.0.1:0', dataFolder: '', database });
    const error = await starting.catch((failure: unknown) => failure);
    expect(error).toMatchObject({ kind: 'local', facts: { code: 'database_unusable' } });
    expect(JSON.stringify(error)).not.toContain('not-to-be-seen');
  });
});
