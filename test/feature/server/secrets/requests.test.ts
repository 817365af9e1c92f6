import { expect, test } from 'vitest';
import { ROUTES } from '../../../requirements.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { startSecretServer } from '../../../support/secret-server.ts';
import { startTestServer } from '../../../support/test-server.ts';

const PATH = '/api/v1/machines/build-01/secrets';
const good = { name: 'A', recipient_key: Buffer.alloc(32, 9).toString('base64url') };

test('both routes need fleet:admin, before anything of the input is read', async () => {
  proves('AUTH-secrets');
  const { server } = await startSecretServer();
  for (const path of [PATH, '/api/v1/commands/cmd_1/claim']) {
    for (const scope of ['read', 'run'] as const) {
      const { status, body } = await server.call(path, { scope, body: '{"a":' });
      expect([path, scope, status, body.code]).toEqual([path, scope, 403, 'forbidden']);
    }
    const without = await server.call(path, { scope: 'none', body: {} });
    expect([without.status, without.body.code]).toEqual([401, 'unauthorized']);
  }
});

test('a machine that is not in control mode, or is no machine, is asked for nothing', async () => {
  proves('AUTH-secrets');
  const server = await startTestServer();
  const { baseUrl, machineToken: token } = server;
  const before = await server.call(PATH, { body: good });
  expect([before.status, before.body.code]).toEqual([409, 'denied_by_machine']);
  const policy = { mode: 'observe', allow: [], deny: [] } as const;
  await scriptMachine({ baseUrl, token, report: { policy } }).sync();
  const observing = await server.call(PATH, { body: good });
  expect([observing.status, observing.body.code]).toEqual([409, 'denied_by_machine']);
  expect(observing.body.detail).toContain('observe');
  const nobody = await server.call('/api/v1/machines/nobody/secrets', { body: good });
  expect([nobody.status, nobody.body.code]).toEqual([404, 'unknown_machine']);
  const { id } = (await server.tool('get_machine', { machine: 'build-01' })).body;
  await server.tool('disconnect_machine', { machine: id });
  const gone = await server.call(`/api/v1/machines/${id}/secrets`, { body: good });
  expect([gone.status, gone.body.code]).toEqual([409, 'revoked']);
  expect((await server.tool('list_commands')).body.commands).toEqual([]);
});

test('name and key are checked by their patterns, and the key for being one', async () => {
  proves('ROUTE-POST-/api/v1/machines/{machine}/secrets');
  const { server } = await startSecretServer();
  const { input } = ROUTES['ROUTE-POST-/api/v1/machines/{machine}/secrets'];
  const bad: readonly (readonly [keyof typeof input, unknown])[] = [
    ...[undefined, 7, '', 'lower', '1A', 'A-B', 'A'.repeat(101), 'A\n'].map(
      (name) => ['name', name] as const,
    ),
    ...[
      undefined,
      '',
      'A'.repeat(42),
      'A'.repeat(44),
      `${'A'.repeat(42)}=`,
      // The point of low order, and a last character whose bits belong to no byte.
      'A'.repeat(43),
      `${good.recipient_key.slice(0, -1)}l`,
    ].map((key) => ['recipient_key', key] as const),
    ['force', 'yes'],
  ];
  for (const [member, value] of bad) {
    const { status, body } = await server.call(PATH, { body: { ...good, [member]: value } });
    expect([member, value, status, body.code]).toEqual([member, value, 400, 'invalid_request']);
    expect(body.detail).toContain(`\`${member}\``);
  }
  for (const name of ['_', 'A', `A${'9'.repeat(99)}`]) {
    expect((await server.call(PATH, { body: { ...good, name } })).status).toBe(202);
  }
  const unknown = await server.call(PATH, { body: { ...good, wait_seconds: 1 } });
  expect([unknown.status, unknown.body.code]).toEqual([400, 'invalid_request']);
  const claim = await server.call('/api/v1/commands/cmd_1/claim', { body: { force: true } });
  expect([claim.status, claim.body.code]).toEqual([400, 'invalid_request']);
});

test('neither route is an operation', async () => {
  const { server } = await startSecretServer();
  const { tools } = (await server.call('/api/v1/tools')).body;
  expect(tools.filter(({ name }: { name: string }) => /secret|claim|POST/.test(name))).toEqual([]);
  const named = encodeURIComponent('POST /api/v1/machines/{machine}/secrets');
  expect((await server.call(`/api/v1/tools/${named}`, { body: {} })).body.code).toBe(
    'unknown_tool',
  );
});
