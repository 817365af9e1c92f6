import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { adviceStepText } from '../../../../src/render/advice-step.ts';
import { startServer } from '../../../../src/server/start.ts';
import { MIGRATED } from '../../../support/postgres/create-database.ts';
import { createTestDatabase, describePostgres } from '../../../support/postgres/test-database.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet, startFleet } from '../../../support/run-fleet.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

test('fleet admin on a folder without a server makes nothing, and says how to start one there', async () => {
  proves('UI-admin-makes-nothing', 'UI-data-in-hints');
  const cwd = newTemporaryFolder();
  const list = await runFleet(['admin', 'key', 'list', '--data', './no where'], { cwd });
  expect(list).toMatchObject({ code: 6, stdout: '' });
  expect(list.stderr).toContain(join(cwd, 'no where'));
  expect(list.stderr).toContain("fleet serve --data './no where'");
  expect(existsSync(join(cwd, 'no where'))).toBe(false);
  mkdirSync(join(cwd, 'empty'));
  const create = ['admin', 'key', 'create', '--name', 'n', '--scope', 'fleet:read'];
  const made = await runFleet([...create, '--data', 'empty', '--json'], { cwd });
  expect(made.code).toBe(6);
  expect(JSON.parse(made.stderr).error).toMatchObject({ code: 'no_database' });
  expect(readdirSync(join(cwd, 'empty'))).toEqual([]);
});

test('a folder that is named beside FLEET_DATABASE_URL is not passed over, nor the variable for the usual folder', async () => {
  proves('UI-admin-makes-nothing');
  const cwd = newTemporaryFolder();
  const env = { FLEET_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/fleet' };
  const data = ['--data', 'mine'];
  const refused = [
    ['serve', '--listen', '127.0.0.1:0', ...data],
    ['admin', 'key', 'create', '--name', 'n', '--scope', 'fleet:read', ...data],
    ['admin', 'db', 'backup', '--to', 'backup.db'],
    ['admin', 'db', 'vacuum'],
  ];
  const runs = await Promise.all(refused.map((words) => runFleet(words, { cwd, env })));
  for (const { code, stderr, stdout } of runs) {
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('FLEET_DATABASE_URL');
  }
  const backup = await runFleet(['admin', 'db', 'backup', '--to', 'b.db', ...data], { cwd, env });
  expect(backup.stderr).toContain(`no database in ${join(cwd, 'mine')}`);
});

test('fleet serve names the key to create on the database that it was given', async () => {
  proves('UI-data-in-hints');
  const cwd = newTemporaryFolder();
  const args = ['serve', '--listen', '127.0.0.1:0', '--data', './mine'];
  const server = startFleet(args, { cwd });
  onTestFinished(() => void server.kill('SIGKILL'));
  const printed = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  expect((await printed.next()).value).toMatch(
    /\. Log in: fleet admin key create --name me --scope fleet:admin --data \.\/mine -o raw --query key \| fleet auth login --base-url http:\/\/127\.0\.0\.1:\d+ --key-stdin$/,
  );
  // The first half of the line makes the key in any case.
  expect((await printed.next()).value).toMatch(/keychain .* end that line with --store file\.$/);
  const [where] = await once(createInterface({ input: server.stderr }), 'line');
  expect(where).toBe(`Its data: ${join(cwd, 'mine')}`);
  const { stdout } = await runFleet(['admin', 'key', 'list', '--data', './mine'], { cwd });
  // One that is shown to nobody would be valid for ever.
  expect(JSON.parse(stdout)).toEqual({ keys: [] });
});

describePostgres('on PostgreSQL', () => {
  test('fleet serve says where its data are, and where to run what it prints', async () => {
    proves('UI-data-in-hints');
    const address = await createTestDatabase(MIGRATED);
    const { host, pathname } = new URL(address);
    const env = { FLEET_DATABASE_URL: address };
    const server = startFleet(['serve', '--listen', '127.0.0.1:0'], { env });
    onTestFinished(() => void server.kill('SIGKILL'));
    const firstLine = async (input: NodeJS.ReadableStream): Promise<unknown> =>
      (await once(createInterface({ input }), 'line'))[0];
    const [ready, where] = await Promise.all([firstLine(server.stdout), firstLine(server.stderr)]);
    expect(ready).toMatch(
      /\. Log in where FLEET_DATABASE_URL is set as here: fleet admin key create/,
    );
    const at = host || new URL(address).searchParams.get('host');
    expect(where).toBe(`Its data: the PostgreSQL database ${pathname.slice(1)} at ${at}`);
  });
});

test('a PostgreSQL that asks for a password where none is given is told in words', async () => {
  proves('UI-data-in-hints');
  const message = (type: number, text: string) => {
    const head = Buffer.from('R\0\0\0\0\0\0\0\0', 'latin1');
    head.writeInt32BE(8 + text.length, 1);
    head.writeInt32BE(type, 5);
    return Buffer.concat([head, Buffer.from(text, 'latin1')]);
  };
  const postgres = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(message(10, 'SCRAM-SHA-256\0\0'));
      socket.once('data', () => socket.write(message(11, 'r=x,s=eA==,i=4096')));
    });
  });
  postgres.listen(0, '127.0.0.1');
  await once(postgres, 'listening');
  onTestFinished(() => void postgres.close());
  const { port } = postgres.address() as AddressInfo;
  const database = `postgres://someone@127.0.0.1:${port}/fleet`;
  const starting = startServer({ listen: '127.0.0.1:0', dataFolder: '', database });
  await expect(starting).rejects.toMatchObject({
    facts: { code: 'database_unusable', detail: 'It asks for a password, and none is given.' },
  });
});

test('the demonstration says at once what it does, in a folder of its own', async () => {
  proves('UI-demo-folder');
  const FLEET_STATE_DIR = newTemporaryFolder();
  const args = ['serve', '--demo', '--listen', '127.0.0.1:0'];
  const server = startFleet(args, { env: { FLEET_STATE_DIR } });
  onTestFinished(() => void server.kill('SIGKILL'));
  const lines = createInterface({ input: server.stderr });
  const both: string[] = [];
  lines.on('line', (line) => both.push(line));
  await expect.poll(() => both.length).toBe(2);
  const [begins, where] = both;
  expect(begins).toContain('Four machines work through a week');
  expect(where).toBe(`It has a folder of its own: ${join(FLEET_STATE_DIR, 'demo')}`);
});

test('a plan without room names the database too', () => {
  proves('UI-data-in-hints');
  const on = { database: 'postgres://db.example.com/fleet' };
  expect(adviceStepText({ step: 'make_plan_room', on })).toMatch(
    /fleet admin plan set --plan NAME --database postgres:\/\/db\.example\.com\/fleet$/,
  );
});
