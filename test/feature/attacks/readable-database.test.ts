import { chmod, chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ATTACKS } from '../../requirements.ts';
import { isOnPostgres } from '../../support/postgres/test-database.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';
import { startTestServer } from '../../support/test-server.ts';

const OTHER_USER = 65_534;
const { mode } = ATTACKS['ATTACK-readable-database'];

test('no other user reads the database, also where the folder and its files were there', async ({
  skip,
}) => {
  skip(isOnPostgres(), 'PostgreSQL keeps its files itself');
  skip(process.platform === 'win32', 'Windows keeps its own rights');
  proves('ATTACK-readable-database');
  const dataFolder = join(newTemporaryFolder(), 'data');
  await mkdir(dataFolder);
  await chmod(dataFolder, 0o755);
  for (const name of ['fleet.db', 'slot-0.lock']) {
    await writeFile(join(dataFolder, name), '');
    await chmod(join(dataFolder, name), 0o644);
  }
  const server = await startTestServer({ dataFolder });
  await server.tool('list_machines', {});
  const names = await readdir(dataFolder);
  expect(names).toEqual(expect.arrayContaining(['fleet.db', 'fleet.db-shm', 'fleet.db-wal']));
  for (const name of names) {
    expect([name, (await stat(join(dataFolder, name))).mode & 0o777]).toEqual([name, mode]);
  }
});

test('what root makes in the folder of another user is of that user', async ({ skip }) => {
  skip(isOnPostgres(), 'PostgreSQL keeps its files itself');
  skip(process.geteuid?.() !== 0, 'only root may give files away');
  const dataFolder = newTemporaryFolder();
  await chown(dataFolder, OTHER_USER, OTHER_USER);
  await startTestServer({ dataFolder });
  for (const name of await readdir(dataFolder)) {
    const { gid, uid } = await stat(join(dataFolder, name));
    expect([name, uid, gid]).toEqual([name, OTHER_USER, OTHER_USER]);
  }
});

test('a folder that every user may write is refused', async ({ skip }) => {
  skip(isOnPostgres(), 'PostgreSQL keeps its files itself');
  skip(process.platform === 'win32', 'Windows keeps its own rights');
  proves('ATTACK-readable-database');
  const dataFolder = newTemporaryFolder();
  await chmod(dataFolder, 0o777);
  await expect(startTestServer({ dataFolder })).rejects.toMatchObject({
    facts: { code: 'data_folder_open', detail: expect.stringContaining('777') },
  });
});
