import { readdirSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { backUp } from '../../../../src/server/admin/backup.ts';
import { addChannel } from '../../../../src/server/admin/channels.ts';
import { copyOrganisation } from '../../../../src/server/admin/copy-organisation.ts';
import { startServer } from '../../../../src/server/start.ts';
import { createTestDatabase, describePostgres } from '../../../support/postgres/test-database.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { runReport } from '../../../support/sync-reports.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';
import { startTestServer } from '../../../support/test-server.ts';

/** A server whose organisation has a machine, four jobs, commands, a channel and a report. */
async function fullServer() {
  const server = await startTestServer();
  const { baseUrl, machineToken: token } = server;
  const jobs = ['1', '2', '3', '4'].map((job) => ({
    ...runReport(job, { cost_usd: 0.25, title: 'Zürich 🚀' }),
    job: null,
  }));
  await scriptMachine({ baseUrl, token }).sync({ jobs });
  await server.tool('send_command', { machine: 'build-01', type: 'ping' });
  const channel = { kind: 'chat', address: '#ops', alertTypes: [] };
  const actor = { kind: 'person', name: 'ada' } as const;
  const { id } = await addChannel({ store: server.service.store, actor }, channel);
  await server.tool('test_channel', { channel: id });
  await server.tool('report_issue', { title: 'Zürich 🚀', diagnostics: { a: [1] } });
  return server;
}

/** What a server on this database answers to the keys that the first server made. */
async function answersOf(place: { dataFolder: string; database?: string }, key: string) {
  const server = await startServer({ listen: '127.0.0.1:0', ...place });
  onTestFinished(() => server.close());
  const ask = async (tool: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const path = `${server.baseUrl}/api/v1/tools/${tool}`;
    return (await fetch(path, { method: 'POST', headers, body: '{}' })).json();
  };
  const tools = ['list_jobs', 'list_commands', 'list_channels', 'list_issues'];
  const answers = await Promise.all(tools.map(ask));
  await server.close();
  return JSON.parse(JSON.stringify(answers).replaceAll(server.baseUrl, 'http://server'));
}

/** How many rows of a table the planner knows of; -1 where nobody has told it. */
async function countedRows(connectionString: string, table: string): Promise<number> {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query('select reltuples from pg_class where relname = $1', [table]);
  await client.end();
  return rows[0].reltuples;
}

/** A server works on it, whose later work a copy would lack. */
async function expectRefused(from: { folder: string; database?: string }) {
  proves('UI-copy-alone');
  const folder = newTemporaryFolder();
  const facts = { code: 'server_running' };
  await expect(copyOrganisation({ from, to: { folder } })).rejects.toMatchObject({ facts });
  expect(readdirSync(folder)).toEqual([]);
}

describePostgres('copying between engines', () => {
  test('an organisation moves to PostgreSQL and back with its ids, keys and rows', async () => {
    const server = await fullServer();
    await expectRefused({ folder: server.dataFolder });
    await server.close();
    const database = await createTestDatabase();
    const there = await copyOrganisation({
      from: { folder: server.dataFolder },
      to: { folder: '', database },
    });
    expect(there.rows).toMatchObject({ organisations: 1, api_keys: 3, machines: 1, jobs: 4 });
    expect(there.rows).toMatchObject({ channels: 1, sends: 1, issues: 1 });
    expect(await countedRows(database, 'jobs')).toBe(4);
    const folder = newTemporaryFolder();
    const back = await copyOrganisation({ from: { folder: '', database }, to: { folder } });
    expect(back).toEqual(there);
    const key = server.keys.admin;
    const original = await answersOf({ dataFolder: server.dataFolder }, key);
    expect(original[0].jobs).toHaveLength(4);
    expect(await answersOf({ dataFolder: '', database }, key)).toEqual(original);
    expect(await answersOf({ dataFolder: folder }, key)).toEqual(original);
  }, 60_000);

  test('a target that holds an organisation is left as it is', async () => {
    const server = await fullServer();
    await server.close();
    const from = { folder: server.dataFolder };
    const to = { folder: '', database: await createTestDatabase() };
    await copyOrganisation({ from, to });
    await expect(copyOrganisation({ from, to })).rejects.toMatchObject({ kind: 'usage' });
    const dataFolder = newTemporaryFolder();
    const other = await startServer({ listen: '127.0.0.1:0', dataFolder, database: to.database });
    onTestFinished(() => other.close());
    await expectRefused(to);
  });
});

test('a backup beside a running server is whole, private, and never replaces a file', async () => {
  const server = await fullServer();
  const folder = newTemporaryFolder();
  const file = join(folder, 'fleet.db');
  const writing = Promise.all(
    Array.from({ length: 20 }, () =>
      server.tool('send_command', { machine: 'build-01', type: 'ping' }),
    ),
  );
  const written = await backUp(server.dataFolder, file);
  expect((await writing).map(({ status }) => status)).toEqual(
    Array.from({ length: 20 }, () => 202),
  );
  expect(written).toEqual({ file, bytes: (await stat(file)).size });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(backUp(server.dataFolder, file)).rejects.toMatchObject({ kind: 'local' });
  // As a full disk leaves it at the first start.
  const begun = newTemporaryFolder();
  await writeFile(join(begun, 'fleet.db'), '');
  await expect(backUp(begun, join(begun, 'nothing.db'))).rejects.toMatchObject({
    facts: { detail: expect.stringMatching(/nothing\.db: no server has started/) },
  });
  expect(readdirSync(begun)).toEqual(['fleet.db']);
  const nowhere = join(dirname(file), 'none', 'fleet.db');
  await expect(backUp(server.dataFolder, nowhere)).rejects.toMatchObject({
    facts: { detail: `${nowhere}: there is no folder ${dirname(nowhere)}` },
  });
  const [jobs] = await answersOf({ dataFolder: folder }, server.keys.admin);
  expect(jobs.jobs).toHaveLength(4);
});
