import { expect, test } from 'vitest';
import { detailOf } from '../../../../src/render/setting-fault.ts';
import { createKey, listAllKeys, revokeKeyById } from '../../../../src/server/admin/keys.ts';
import {
  disconnectMachineNamed,
  listAllMachines,
  pairNewMachine,
} from '../../../../src/server/admin/machines.ts';
import { setOrganisation, showOrganisation } from '../../../../src/server/admin/organisation.ts';
import { proves } from '../../../support/proves.ts';
import { runAdmin } from '../../../support/run-admin.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';

async function auditOf(server: TestServer) {
  const rows = await server.service.store.read((db) =>
    db.selectFrom('audit').selectAll().orderBy('id').execute(),
  );
  return rows.map((row) => `${row.actor_kind} ${row.actor_name}: ${row.action}`);
}

test('a key made beside a running server works at once, and is refused once revoked', async () => {
  proves('WIRE-dashboard', 'AUTH-hashed');
  const server = await startTestServer();
  const made = await runAdmin(server, (admin) =>
    createKey(admin, { name: 'ci', scope: 'fleet:run' }),
  );
  expect(made).toMatchObject({ name: 'ci', scope: 'fleet:run', expires_at: null });
  const headers = { authorization: `Bearer ${made.key}` };
  const me = () => server.call('/api/v1/me', { scope: 'none', headers });
  expect((await me()).body).toMatchObject({ key_name: 'ci', scope: 'fleet:run' });
  const listed = await runAdmin(server, listAllKeys);
  expect(listed[0]).toMatchObject({ id: made.id, name: 'ci', revoked_at: null });
  expect(JSON.stringify(listed)).not.toContain(made.key.slice(-20));
  await runAdmin(server, (admin) => revokeKeyById(admin, made.id));
  expect((await me()).body.code).toBe('invalid_key');
  const again = runAdmin(server, (admin) => revokeKeyById(admin, made.id));
  await expect(again).rejects.toMatchObject({ kind: 'refused', facts: { code: 'not_found' } });
  expect((await auditOf(server)).slice(-2)).toEqual([
    'person ada: key.create',
    'person ada: key.revoke',
  ]);
});

test.each([
  ['an unknown scope', { name: 'k', scope: 'fleet:root' }, '--scope is "fleet:root"'],
  ['no name', { name: '', scope: 'fleet:run' }, '--name is ""'],
  ['a long name', { name: 'x'.repeat(101), scope: 'fleet:run' }, 'allowed is a text of 1 to 100'],
  ['a control character', { name: 'a\u001b', scope: 'fleet:run' }, 'without control characters'],
])('a key with %s is refused', async (_what, request, detail) => {
  const server = await startTestServer();
  const refused = await runAdmin(server, (admin) => createKey(admin, request)).catch(
    (error) => error,
  );
  expect(refused).toMatchObject({ kind: 'usage' });
  expect(detailOf(refused.facts)).toContain(detail);
});

test.each([
  ['key create --scope fleet:read', '--expires-in', 2],
  ['key create --scope fleet:read', '--created-by', 6],
  ['app-token create --person nobody@example.com', '--expires-in', 2],
])(
  '%s with an empty %s, as of a variable that is not set, makes none',
  async (words, flag, code) => {
    proves('UI-admin-key');
    const server = await startTestServer();
    const before = (await runAdmin(server, listAllKeys)).length;
    const run = [
      'admin',
      ...words.split(' '),
      '--name',
      'ci',
      flag,
      '',
      '--data',
      server.dataFolder,
    ];
    expect(await runFleet(run)).toMatchObject({ code, stdout: '' });
    expect(await runAdmin(server, listAllKeys)).toHaveLength(before);
  },
);

test('a name may have 100 code points', async () => {
  const server = await startTestServer();
  const name = '😀'.repeat(100);
  const made = await runAdmin(server, (admin) => createKey(admin, { name, scope: 'fleet:read' }));
  expect(made.name).toBe(name);
});

test('a machine paired beside the server syncs, and once disconnected does so no more', async () => {
  const server = await startTestServer();
  const paired = await runAdmin(server, (admin) => pairNewMachine(admin, 'lab-03'));
  const machine = scriptMachine({ baseUrl: server.baseUrl, token: paired.token });
  expect((await machine.sync()).machine).toBe(paired.id);
  expect(await runAdmin(server, listAllMachines)).toMatchObject([
    { id: paired.id, name: 'lab-03', hostname: 'build-01.local' },
    { name: 'build-01', last_sync_at: null },
  ]);
  const ping = { machine: 'lab-03', type: 'ping' };
  const { body: pending } = await server.tool('send_command', ping);
  await runAdmin(server, (admin) => disconnectMachineNamed(admin, 'lab-03'));
  await expect(machine.sync()).rejects.toThrow('401');
  const stored = await server.service.store.read((db) =>
    db.selectFrom('machines').select('token_hash').where('name', '=', 'lab-03').execute(),
  );
  expect(stored).toEqual([{ token_hash: '' }]);
  const command = await server.tool('get_command', { command: pending.command_id });
  expect(command.body).toMatchObject({ status: 'cancelled', error: { code: 'revoked' } });
  expect((await server.tool('list_machines')).body.machines).toHaveLength(1);
  const late = await server.tool('send_command', { ...ping, machine: paired.id });
  expect([late.status, late.body.code]).toEqual([409, 'revoked']);
  const unknown = runAdmin(server, (admin) => disconnectMachineNamed(admin, 'lab-03'));
  await expect(unknown).rejects.toMatchObject({ facts: { code: 'not_found' } });
  expect((await auditOf(server)).filter((entry) => entry.includes('machine.'))).toEqual([
    'system fleet serve: machine.pair',
    'person ada: machine.pair',
    'person ada: machine.disconnect',
  ]);
});

test('a name of several machines names their ids instead of choosing one', async () => {
  const server = await startTestServer();
  const twin = await runAdmin(server, (admin) => pairNewMachine(admin, 'build-01'));
  const both = runAdmin(server, (admin) => disconnectMachineNamed(admin, 'build-01'));
  await expect(both).rejects.toMatchObject({
    facts: { code: 'ambiguous_machine', detail: expect.stringContaining(twin.id) },
  });
  await runAdmin(server, (admin) => disconnectMachineNamed(admin, twin.id));
  expect((await server.tool('list_machines')).body.machines).toHaveLength(1);
});

test('the organisation is shown and changed, and only by what is given', async () => {
  const server = await startTestServer();
  expect(await runAdmin(server, showOrganisation)).toMatchObject({
    slug: 'first',
    plan: 'free',
    store_payloads: true,
  });
  const changes = { name: 'Ada & Co', storePayloads: false };
  expect(await runAdmin(server, (admin) => setOrganisation(admin, changes))).toMatchObject({
    name: 'Ada & Co',
    plan: 'free',
    store_payloads: false,
  });
  expect((await server.call('/api/v1/me')).body.organisation.name).toBe('Ada & Co');
  for (const wrong of [{}, { name: '' }]) {
    const set = runAdmin(server, (admin) => setOrganisation(admin, wrong));
    await expect(set).rejects.toMatchObject({ kind: 'usage' });
  }
  expect((await auditOf(server)).at(-1)).toBe('person ada: organisation.update');
});
