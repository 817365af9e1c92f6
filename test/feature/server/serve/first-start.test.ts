import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type FirstKeys, SERVER_ACTOR } from '../../../../src/server/admin/first-keys.ts';
import { listAllKeys, revokeKeyById } from '../../../../src/server/admin/keys.ts';
import { showOrganisation } from '../../../../src/server/admin/organisation.ts';
import { startServer } from '../../../../src/server/start.ts';
import { withAdmin } from '../../../../src/server/with-admin.ts';
import { proves } from '../../../support/proves.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

const ANY_PORT = '127.0.0.1:0';

test('the first start makes a key of each scope, later ones none unless told to', async () => {
  proves('UI-serve-ready');
  const dataFolder = join(newTemporaryFolder(), 'new', 'server');
  const first = await startServer({ listen: ANY_PORT, dataFolder });
  expect(Object.keys(first.keys ?? {})).toEqual(['read', 'run', 'admin']);
  expect(first.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  expect((await stat(dataFolder)).mode & 0o077).toBe(0);
  await first.close();
  const second = await startServer({ listen: ANY_PORT, dataFolder });
  expect(second.keys).toBeUndefined();
  const headers = { authorization: `Bearer ${first.keys?.run}` };
  expect((await fetch(`${second.baseUrl}/api/v1/me`, { headers })).status).toBe(200);
  await second.close();
  const third = await startServer({ listen: ANY_PORT, dataFolder, demo: true });
  expect(third.keys?.admin).not.toBe(first.keys?.admin);
  await third.close();
});

test('a demonstration gives the keys of its last start again, but for a revoked one', async () => {
  const dataFolder = newTemporaryFolder();
  const start = async (keptKeys?: FirstKeys) => {
    const options = { listen: ANY_PORT, dataFolder, demo: true, isOwnDemo: true, keptKeys };
    const server = await startServer(options);
    const admin = { store: server.service.store, actor: SERVER_ACTOR };
    const made = await listAllKeys(admin);
    const [, id = ''] = /^fleet_(key_[0-9a-z]+)_/.exec(server.keys?.run ?? '') ?? [];
    return { server, keys: server.keys, made, revokeRun: () => revokeKeyById(admin, id) };
  };
  const first = await start();
  await first.server.close();
  const second = await start(first.keys);
  expect([second.keys, second.made.length]).toEqual([first.keys, 3]);
  await second.revokeRun();
  await second.server.close();
  const third = await start(first.keys);
  expect(third.keys).toMatchObject({ read: first.keys?.read, admin: first.keys?.admin });
  expect([third.keys?.run === first.keys?.run, third.made.length]).toEqual([false, 4]);
  await third.server.close();
});

test('a demonstration is not played into the data of a server', async () => {
  proves('UI-demo-folder');
  const dataFolder = newTemporaryFolder();
  const server = await startServer({ listen: ANY_PORT, dataFolder });
  await server.close();
  const ofAnother = { read: 'x', run: 'x', admin: server.keys?.admin.replace(/.$/, '') ?? '' };
  for (const keptKeys of [undefined, ofAnother]) {
    const demo = startServer({
      listen: ANY_PORT,
      dataFolder,
      demo: true,
      isOwnDemo: true,
      keptKeys,
    });
    await expect(demo).rejects.toMatchObject({
      kind: 'usage',
      facts: { detail: expect.stringContaining('First organisation') },
    });
  }
  const again = await startServer({ listen: ANY_PORT, dataFolder });
  expect(await listAllKeys({ store: again.service.store, actor: SERVER_ACTOR })).toHaveLength(3);
  await again.close();
});

test('no file of the data folder has a key or a machine token', async () => {
  const dataFolder = newTemporaryFolder();
  const server = await startServer({ listen: ANY_PORT, dataFolder });
  const token = await server.pair('m');
  await server.close();
  const secrets = [...Object.values(server.keys ?? {}), token].map((text) => text.slice(-24));
  for (const name of await readdir(dataFolder)) {
    const bytes = await readFile(join(dataFolder, name), 'latin1');
    for (const secret of secrets) expect(bytes.includes(secret)).toBe(false);
  }
});

test('two servers never share a data folder', async () => {
  const dataFolder = newTemporaryFolder();
  const server = await startServer({ listen: ANY_PORT, dataFolder });
  await expect(startServer({ listen: ANY_PORT, dataFolder })).rejects.toMatchObject({
    kind: 'local',
    facts: { code: 'data_folder_in_use' },
  });
  await server.close();
  await (await startServer({ listen: ANY_PORT, dataFolder })).close();
});

test('a port that is taken is a local failure, and leaves the folder as it was', async () => {
  const taken = await startServer({ listen: ANY_PORT, dataFolder: newTemporaryFolder() });
  const dataFolder = newTemporaryFolder();
  const listen = new URL(taken.baseUrl).host;
  await expect(startServer({ listen, dataFolder })).rejects.toMatchObject({
    kind: 'local',
    facts: { code: 'cannot_listen' },
  });
  expect(await readdir(dataFolder)).toEqual([]);
  await (await startServer({ listen: ANY_PORT, dataFolder })).close();
  await taken.close();
});

test.each(['0.0.0.0:0', '[::]:0', '192.0.2.1:80', 'fleet.example:80'])(
  '%s is not listened on without being told that it is public',
  async (listen) => {
    proves('WIRE-loopback', 'UI-serve-public');
    const started = startServer({ listen, dataFolder: newTemporaryFolder() });
    await expect(started).rejects.toMatchObject({
      kind: 'usage',
      facts: { next: [{ step: 'allow_public_address' }] },
    });
  },
);

test.each(['', '8787', '127.0.0.1', '127.0.0.1:65536', '127.0.0.1:x', '::1:80', '[x]:80'])(
  '%j is no listen address',
  async (listen) => {
    const started = startServer({ listen, dataFolder: newTemporaryFolder() });
    await expect(started).rejects.toMatchObject({
      kind: 'usage',
      facts: { detail: expect.stringContaining('HOST:PORT') },
    });
  },
);

test('a public server is reached on every address', async () => {
  const dataFolder = newTemporaryFolder();
  const server = await startServer({ listen: '0.0.0.0:0', dataFolder, public: true });
  const { port } = new URL(server.baseUrl);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  await server.close();
});

test('admin says so where no server has started yet', async () => {
  const dataFolder = newTemporaryFolder();
  const actor = { kind: 'person', name: 'ada' } as const;
  await expect(withAdmin({ dataFolder, actor }, showOrganisation)).rejects.toMatchObject({
    kind: 'not_found',
    facts: { code: 'no_database', next: [{ step: 'start_server' }] },
  });
});
