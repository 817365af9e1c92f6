import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createKeyPair } from '../../../../src/sealing/key-pair.ts';
import { startServer } from '../../../../src/server/start.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { MIGRATED } from '../../../support/postgres/create-database.ts';
import { createTestDatabase, needsPostgres } from '../../../support/postgres/test-database.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { runReport } from '../../../support/sync-reports.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

needsPostgres();

/** The message with which a client commits. */
const COMMIT = Buffer.from('commit\0');

/** The message with which a client has a statement run that it sent before. */
const EXECUTE = Buffer.from('E\0\0\0\x09\0\0\0\0\0');

/** How often this message is in these bytes. */
function timesIn(bytes: Buffer, message: Buffer): number {
  let times = 0;
  for (let at = bytes.indexOf(message); at >= 0; at = bytes.indexOf(message, at + 1)) times += 1;
  return times;
}

/** A database behind a proxy that counts commits, statements, and how often somebody waits for its answer. */
async function countedDatabase() {
  const target = new URL(await createTestDatabase(MIGRATED));
  const port = Number(target.port);
  const counted = { roundTrips: 0, commits: 0, statements: 0 };
  const proxy = createServer((client) => {
    const database = connect(port, target.hostname);
    let isAnswered = true;
    client.on('data', (bytes) => {
      if (isAnswered) counted.roundTrips += 1;
      if (bytes.includes(COMMIT)) counted.commits += 1;
      counted.statements += timesIn(bytes, EXECUTE);
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
  return { database: target.href, count: () => ({ ...counted }) };
}

const TIMES = 40;

/** A server whose machine has a job that waits for an answer. Nothing runs in it by time alone. */
async function startCountedServer() {
  const { database, count } = await countedDatabase();
  const server = await startServer({
    listen: '127.0.0.1:0',
    dataFolder: newTemporaryFolder(),
    database,
    demo: true,
    clock: createFakeClock(),
  });
  onTestFinished(() => server.close());
  const { baseUrl, keys } = server;
  const sealing_key = Buffer.from(createKeyPair().publicKey).toString('base64url');
  const token = await server.pair('build-01');
  const machine = scriptMachine({ baseUrl, token, report: { sealing_key } });
  const status = 'waiting';
  const waits = (id: string) =>
    ({ ...runReport(id), machine_job_id: id, job: null, status }) as const;
  await machine.sync({ jobs: [waits('m')] });
  // A job takes one answer.
  const unanswered = Array.from({ length: TIMES + 1 }, (_, place) => `m-${place}`);
  const ask = async (operation: string, input: object) => {
    const answer = await fetch(`${baseUrl}/api/v1/tools/${operation}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys?.admin}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const call = async (operation: string, input: object): Promise<void> => {
    const { status, text } = await ask(operation, { ...input, wait_seconds: 0 });
    expect([status, text]).toEqual([202, expect.any(String)]);
  };
  const hosted = { machine: 'build-01', skill: 'deploy-check' };
  const { url } = JSON.parse((await ask('enable_hosted_url', hosted)).text);
  const works: Readonly<Record<string, () => Promise<unknown>>> = {
    run: () => call('run_skill', { machine: 'build-01', skill: 'deploy-check' }),
    sync: () => machine.sync(),
    webhook: async () => {
      const answer = await fetch(url, { method: 'POST', body: '{}' });
      expect([answer.status, await answer.text()]).toEqual([202, expect.any(String)]);
    },
    answer: async () => {
      if (unanswered.length > TIMES) await machine.sync({ jobs: unanswered.map(waits) });
      await call('answer_job', { job: unanswered.pop(), answer: 'Go ahead.' });
    },
  };
  const pair = (name: string) => server.pair(name);
  const list = async (kind: string) => JSON.parse((await ask(`list_${kind}`, {})).text)[kind];
  const runOn = (name: string) => call('run_skill', { machine: name, skill: 'deploy-check' });
  return { works, count, pair, list, runOn };
}

/** What connections ask now and then to see that they are alive. */
const BESIDE = 1;

/*
 * run: key and rate; machine; begin with turn and clock; machine again; three inserts and the
 * commit; wake. sync: machine; begin; machine with organisation; alerts; commands; webhooks; commit.
 * answer: as run, but for the job and then its machine, and for what was sent to that job before. webhook: URL with machine; rate; begin with
 * turns and clock; its check with its count; the month's count; two inserts and the commit; wake.
 */
const ROUND_TRIPS = { run: 6, sync: 7, answer: 8, webhook: 7 };
for (const operation of ['run', 'sync', 'answer', 'webhook'] as const) {
  test(`${operation} waits for the database and commits no more often than it must`, async () => {
    const { works, count } = await startCountedServer();
    const work = works[operation] ?? expect.fail();
    await work();
    const before = count();
    for (let time = 0; time < TIMES; time += 1) await work();
    const after = count();
    const roundTrips = (after.roundTrips - before.roundTrips) / TIMES;
    expect(roundTrips).toBeLessThan(ROUND_TRIPS[operation] + BESIDE);
    expect(after.commits - before.commits).toBe(TIMES);
  }, 60_000);
}

/* Key and rate; the rows with what is shown beside them. */
for (const kind of ['jobs', 'deliveries']) {
  test(`a page of ${kind} waits for the database twice`, async () => {
    const { works, count, list } = await startCountedServer();
    await works['webhook']?.();
    expect(await list(kind)).toMatchObject([{ machine_name: 'build-01' }]);
    const before = count();
    for (let time = 0; time < TIMES; time += 1) await list(kind);
    const after = count();
    expect((after.roundTrips - before.roundTrips) / TIMES).toBeLessThan(2 + BESIDE);
    expect((after.statements - before.statements) / TIMES).toBeLessThan(2 + BESIDE);
  }, 60_000);
}

const AT_ONCE = 32;

/*
 * Alone each would wait 6 times, send 7 statements and commit once. Together they are counted in one
 * statement, their machines are looked up in one, and they run in one transaction, beside each other,
 * which looks up their machines in one statement and inserts the rows of each table by one. On a
 * quiet machine 15 statements are sent and waited for 12 times.
 */
test('what is run at the same time shares round trips, statements and commits', async () => {
  const { pair, runOn, count } = await startCountedServer();
  const machines = Array.from({ length: AT_ONCE }, (_, place) => `shared-${place}`);
  for (const machine of machines) await pair(machine);
  const runAll = () => Promise.all(machines.map(runOn));
  // The connections are made by the first of them.
  await runAll();
  const before = count();
  await runAll();
  const after = count();
  expect(after.commits - before.commits).toBeLessThanOrEqual(AT_ONCE / 2);
  expect(after.roundTrips - before.roundTrips).toBeLessThanOrEqual(AT_ONCE * 2);
  expect(after.statements - before.statements).toBeLessThanOrEqual(AT_ONCE * 2);
}, 60_000);
