import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type StartedServer, startServer } from '../../../../src/server/start.ts';
import { type Cluster, postgresPrograms, startCluster } from '../../../support/postgres/cluster.ts';
import { describePostgres } from '../../../support/postgres/test-database.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';

/** A cluster that is stopped is no other test's. */
let cluster: Cluster;

async function start() {
  const database = `${cluster.url}/postgres`;
  const server = await startServer({ listen: '127.0.0.1:0', dataFolder: '', database, demo: true });
  onTestFinished(() => server.close());
  const name = `held-${performance.now()}`;
  const token = await server.pair(name);
  const machine = scriptMachine({ baseUrl: server.baseUrl, token });
  await machine.sync();
  return { server, machine, name };
}

function post({ baseUrl, keys }: StartedServer, path: string, body: unknown): Promise<Response> {
  return fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys?.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

function get({ baseUrl, keys }: StartedServer, path: string): Promise<Response> {
  return fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${keys?.admin}` } });
}

/** Stops the database while these requests are held, and starts it once they are answered. */
async function stopWhileHeld<T>(
  server: StartedServer,
  held: readonly Promise<T>[],
): Promise<readonly T[]> {
  await expect.poll(() => server.service.waiters.waiting).toBe(held.length);
  await cluster.stopServer();
  try {
    return await Promise.all(held);
  } finally {
    await cluster.startServer();
  }
}

describePostgres('PostgreSQL goes away while requests are held', () => {
  beforeAll(async () => {
    const programs = postgresPrograms() ?? '';
    cluster = await startCluster(programs, process.env['FLEET_TEST_POSTGRES_PARENT'] ?? '');
  }, 60_000);
  afterAll(() => cluster.remove());

  test('what was queued is answered as queued, with its ids', async () => {
    proves('ERR-unavailable');
    const { server, name: machine } = await start();
    // Long enough that all three are held at once on a busy computer.
    const wait_seconds = 8;
    const run = { machine, skill: 'deploy-check', wait_seconds };
    const [ran, sent, called] = await stopWhileHeld(server, [
      post(server, '/api/v1/tools/run_skill', run),
      post(server, '/api/v1/tools/send_command', { machine, type: 'ping', wait_seconds }),
      post(server, '/api/mcp', {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'run_skill', arguments: run },
      }),
    ]);
    expect(ran?.status).toBe(202);
    expect(await ran?.json()).toMatchObject({
      pending: true,
      job: expect.stringMatching(/^job_/),
      command_id: expect.stringMatching(/^cmd_/),
    });
    expect(sent?.status).toBe(202);
    const command_id = expect.stringMatching(/^cmd_/);
    expect(await sent?.json()).toMatchObject({ pending: true, command_id });
    expect(called?.status).toBe(200);
    expect(await called?.text()).toMatch(/"pending":true.*"job":"job_/);
  }, 60_000);

  test('a held sync and a look at a command wait it out, and see what came after', async () => {
    proves('ERR-unavailable');
    const { server, machine, name } = await start();
    const sent = await post(server, '/api/v1/tools/send_command', { machine: name, type: 'ping' });
    const { command_id: id } = (await sent.json()) as { command_id: string };
    await machine.sync();
    const looked = get(server, `/api/v1/commands/${id}?wait=20`);
    const holding = [id];
    const synced = machine.sync({ wait_seconds: 9, holding });
    await expect.poll(() => server.service.waiters.waiting).toBe(2);
    await cluster.stopServer();
    await cluster.startServer();
    expect(await synced).toMatchObject({ commands: [] });
    await machine.sync({ results: [{ command: id, result: { pong: true }, error: null }] });
    const answer = await looked;
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ status: 'succeeded' });
  }, 60_000);
});
