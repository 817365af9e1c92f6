import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { machineOfToken } from '../../../../src/server/access/machine-token.ts';
import { openStore } from '../../../../src/server/database/open-store.ts';
import { claimCommands } from '../../../../src/server/machine-api/claim-commands.ts';
import { findMachineOfToken } from '../../../../src/server/machines/machine-queries.ts';
import { REACTIONS } from '../../../../src/server/reactions.ts';
import {
  choosePostgres,
  databaseOf,
  needsPostgres,
} from '../../../support/postgres/test-database.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { startTestServer } from '../../../support/test-server.ts';

needsPostgres();
choosePostgres();

/** Two servers on one database, this process's and another's, with the token of one machine. */
async function startPair() {
  const server = await startTestServer();
  const [, other = ''] = server.baseUrls;
  return { server, other };
}

test('of fifty claims of one command in two processes exactly one gets it', async () => {
  const { server } = await startPair();
  const { store } = server.service;
  const database = await databaseOf(server.dataFolder);
  const other = await openStore({ folder: server.dataFolder, database, role: 'server' }, REACTIONS);
  onTestFinished(() => other.close());
  const id = machineOfToken(server.machineToken) ?? 0;
  const machine = await store.read((db) => findMachineOfToken(db, id));
  if (machine === undefined) throw new Error('the machine is not there');
  for (let round = 0; round < 5; round += 1) {
    await server.tool('send_command', { machine: 'build-01', type: 'ping' });
    const claims = Array.from({ length: 50 }, (_, place) =>
      (place % 2 === 0 ? store : other).write((transaction) =>
        claimCommands(transaction, machine, ({ status }) => status !== 'pending'),
      ),
    );
    const claimed = (await Promise.all(claims)).map((commands) => commands.length);
    expect(claimed.filter((count) => count > 0)).toEqual([1]);
  }
}, 60_000);

test('a hundred commands under load are each handed to one of the held syncs', async () => {
  const { server, other } = await startPair();
  const { machineToken: token } = server;
  const machine = scriptMachine({ baseUrl: server.baseUrl, token });
  await machine.sync();
  const received: string[] = [];
  let done = false;
  const collect = async (baseUrl: string): Promise<void> => {
    const loop = scriptMachine({ baseUrl, token });
    while (!done) {
      const { commands } = await loop.sync({ wait_seconds: 1, holding: received });
      for (const { id } of commands) received.push(id);
    }
  };
  const loops = [server.baseUrl, other].map(collect);
  const sent = await Promise.all(
    Array.from({ length: 100 }, () =>
      server.tool('send_command', { machine: 'build-01', type: 'ping' }),
    ),
  );
  await expect.poll(() => new Set(received).size).toBe(100);
  done = true;
  await Promise.all(loops);
  expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 202));
  expect(new Set(received)).toEqual(new Set(sent.map(({ body }) => body.command_id)));
}, 60_000);

test('a request held in one process is woken by what the other one commits', async () => {
  const { server, other } = await startPair();
  const machine = scriptMachine({ baseUrl: server.baseUrl, token: server.machineToken });
  await machine.sync();
  const held = fetch(`${other}/api/v1/tools/send_command`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.keys.admin}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ machine: 'build-01', type: 'ping', wait_seconds: 30 }),
  });
  const { commands } = await machine.sync({ wait_seconds: 10 });
  const [command] = commands;
  expect(command?.type).toBe('ping');
  const finishedAt = performance.now();
  await machine.sync({
    results: [{ command: command?.id ?? '', result: { pong: true }, error: null }],
  });
  const answer = await held;
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ status: 'succeeded' });
  expect(performance.now() - finishedAt).toBeLessThan(2000);
});

test('a key has 600 requests over both processes, and the next one when it is told', async () => {
  proves('LIM-request-rate');
  const { server, other } = await startPair();
  const ask = async (place: number): Promise<Response> => {
    const answer = await fetch(`${place % 2 === 0 ? server.baseUrl : other}/api/v1/me`, {
      headers: { authorization: `Bearer ${server.keys.read}` },
    });
    await answer.arrayBuffer();
    return answer;
  };
  const statuses: number[] = [];
  for (let batch = 0; batch < 32; batch += 1) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, place) => ask(place)));
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(600);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  const retryAfter = Number((await ask(0)).headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThan(30);
  expect(retryAfter).toBeLessThanOrEqual(61);
}, 60_000);

test('what one process is told about a revoked key, the other one knows', async () => {
  const { server, other } = await startPair();
  const headers = { authorization: `Bearer ${server.keys.run}` };
  expect((await fetch(`${other}/api/v1/me`, { headers })).status).toBe(200);
  await server.service.store.write(async ({ db, now }) => {
    await db.updateTable('api_keys').set({ revoked_at: now }).execute();
  });
  expect((await fetch(`${other}/api/v1/me`, { headers })).status).toBe(401);
});

test('a wake is not missed while the connection that listens is cut', async () => {
  const { server, other } = await startPair();
  const machine = scriptMachine({ baseUrl: server.baseUrl, token: server.machineToken });
  await machine.sync();
  const sent = await server.tool('send_command', { machine: 'build-01', type: 'ping' });
  const { commands } = await machine.sync();
  const held = fetch(`${other}/api/v1/commands/${sent.body.command_id}?wait=30`, {
    headers: { authorization: `Bearer ${server.keys.admin}` },
  });
  await expect.poll(() => cutListeners(server.dataFolder)).toBeGreaterThanOrEqual(2);
  const finishedAt = performance.now();
  const result = { command: commands[0]?.id ?? '', result: { pong: true }, error: null };
  await machine.sync({ results: [result] });
  expect(await (await held).json()).toMatchObject({ status: 'succeeded' });
  expect(performance.now() - finishedAt).toBeLessThan(5000);
});

/** Ends the connections over which the servers of this database listen; gives their number. */
async function cutListeners(dataFolder: string): Promise<number> {
  const client = new Client({ connectionString: await databaseOf(dataFolder) });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and (query ilike 'listen %' or query = 'select 1')`,
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}
