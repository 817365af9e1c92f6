import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../../../src/server/start.ts';
import { MIGRATED } from '../../../support/postgres/create-database.ts';
import { createTestDatabase, needsPostgres } from '../../../support/postgres/test-database.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

needsPostgres();

/** A database behind a proxy that counts how often somebody waits for its answer. */
async function countedDatabase() {
  const target = new URL(await createTestDatabase(MIGRATED));
  const port = Number(target.port);
  let roundTrips = 0;
  const proxy = createServer((client) => {
    const database = connect(port, target.hostname);
    let isAnswered = true;
    client.on('data', (bytes) => {
      if (isAnswered) roundTrips += 1;
      isAnswered = false;
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      isAnswered = true;
      client.write(bytes);
    });
    client.on('close', () => database.destroy()).on('error', () => database.destroy());
    database.on('close', () => client.destroy()).on('error', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  target.port = String((proxy.address() as AddressInfo).port);
  return { database: target.href, roundTrips: () => roundTrips };
}

const TIMES = 40;

test('an operation waits for the database no more often than it must', async () => {
  const { database, roundTrips } = await countedDatabase();
  const dataFolder = newTemporaryFolder();
  const server = await startServer({ listen: '127.0.0.1:0', dataFolder, database, demo: true });
  onTestFinished(() => server.close());
  const { baseUrl, keys } = server;
  const machine = scriptMachine({ baseUrl, token: await server.pair('build-01') });
  await machine.sync();
  const run = async (): Promise<void> => {
    const answer = await fetch(`${baseUrl}/api/v1/tools/run_skill`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys?.admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ machine: 'build-01', skill: 'deploy-check', wait_seconds: 0 }),
    });
    expect(answer.status).toBe(202);
  };
  const perCall = async (work: () => Promise<unknown>): Promise<number> => {
    await work();
    const before = roundTrips();
    for (let time = 0; time < TIMES; time += 1) await work();
    return (roundTrips() - before) / TIMES;
  };
  // Key and rate; machine; begin with the clock; machine again; three inserts and the commit; wake.
  expect(await perCall(run)).toBeLessThan(8);
  // Without the wake, with what the sweep of the server asks each second meanwhile.
  expect(await perCall(() => machine.sync())).toBeLessThan(12);
});
