import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startMachine } from '../../../../src/machine/start.ts';
import { startServer } from '../../../../src/server/start.ts';
import { writeFirstMachine } from '../../../support/first-version/first-version.ts';
import { firstDatabase, startOnFirst } from '../../../support/first-version/start-on-first.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet, startFleet } from '../../../support/run-fleet.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

test('a machine goes on in a folder of the first version, and what waited there takes its answer', async () => {
  proves('UPGRADE-first-version');
  const { first, server, tool } = await startOnFirst();
  const folder = join(newTemporaryFolder(), 'build-01');
  await writeFirstMachine(folder);
  const { baseUrl } = server;
  const token = first.machineToken;
  const machine = startMachine({ baseUrl, token, folder, hostname: 'build-01.local' });
  onTestFinished(() => machine.stop());
  await machine.ready;
  const [, , waiting, , ended] = first.jobs;
  const file = await tool('get_job_artifact', { job: ended, artifact: 'stdout', wait_seconds: 10 });
  expect(file.body.content).toContain('payload: {"ref":"main"}');
  const answer = { job: waiting, options: ['high'], answer: 'high', wait_seconds: 10 };
  expect((await tool('answer_job', answer)).status).toBe(200);
  const state = async () => (await tool('get_job', { job: waiting })).body.state;
  await expect.poll(state).toBe('done');
});

test('two processes that migrate a data folder at once both do their work', async () => {
  proves('UPGRADE-at-once');
  const { folder } = await firstDatabase();
  const create = (name: string) =>
    runFleet(['admin', 'key', 'create', '--name', name, '--scope', 'fleet:read', '--data', folder]);
  const runs = await Promise.all([create('one'), create('two')]);
  const good = { code: 0, stderr: '' };
  expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual([good, good]);
  const ids = runs.map(({ stdout }) => JSON.parse(stdout).id);
  expect(new Set(ids).size).toBe(2);
});

test('a newer data folder is refused, and its database stays as it is', async () => {
  proves('UPGRADE-newer');
  const { folder } = await firstDatabase();
  const path = join(folder, 'fleet.db');
  const database = new DatabaseSync(path);
  database.exec("insert into migrations values ('9999-from-the-future', 0)");
  database.close();
  const before = await readFile(path);
  const run = await runFleet(['serve', '--listen', '127.0.0.1:0', '--data', folder]);
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toContain('The database belongs to a newer version');
  expect(run.stderr).toContain('9999-from-the-future');
  expect(run.stderr).toContain('Run the newer version of fleet.');
  expect(before.equals(await readFile(path))).toBe(true);
  expect(await readdir(folder)).not.toContain('fleet.db-wal');
});

test('a database of the first version keeps everything, which fleet serve says once', async () => {
  proves('HISTORY-first-version', 'HISTORY-rule');
  const { folder } = await firstDatabase();
  const serve = startFleet(['serve', '--listen', '127.0.0.1:0', '--data', folder]);
  serve.stdout.once('data', () => serve.kill('SIGTERM'));
  expect(await text(serve.stderr)).toBe(
    `Its data: ${folder}\nThis database keeps jobs, deliveries, alerts and the audit log for ever, until a rule is set: ` +
      'fleet admin org set --keep-jobs 90 --keep-deliveries 90 --keep-alerts 90 --keep-audit 400 ' +
      `--data ${folder}\n`,
  );
  const again = await startServer({ listen: '127.0.0.1:0', dataFolder: folder });
  onTestFinished(() => again.close());
  expect(again.keepsHistory).toBe(false);
  const rule = ['--keep-jobs', '30', '--keep-deliveries', '60', '--keep-alerts', '7'];
  const set = await runFleet(['admin', 'org', 'set', ...rule, '--data', folder]);
  expect(JSON.parse(set.stdout)).toMatchObject({
    keep_jobs: 30,
    keep_deliveries: 60,
    keep_alerts: 7,
    keep_audit: 'forever',
  });
});
