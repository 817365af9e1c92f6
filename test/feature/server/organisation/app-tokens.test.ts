import { expect, test } from 'vitest';
import { createAppToken, revokeAppTokenById } from '../../../../src/server/admin/app-tokens.ts';
import { addMember, removeMember, setMember } from '../../../../src/server/admin/members.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { proves } from '../../../support/proves.ts';
import { runAdmin } from '../../../support/run-admin.ts';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';

const EMAIL = 'bob@example.com';
const BOB = { name: 'Bob', email: EMAIL, role: 'viewer' };

async function connectApp(server: TestServer, clock?: FakeClock) {
  await runAdmin(server, (admin) => addMember(admin, BOB));
  return runAdmin(
    server,
    (admin) => createAppToken(admin, { name: 'Assistant', person: EMAIL, expiresInSeconds: 60 }),
    clock,
  );
}

function callWith(server: TestServer, token: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${token}` };
  return server.call(path, { scope: 'none', headers, ...(body === undefined ? {} : { body }) });
}

test('an app acts with its person’s role, as that is when it asks', async () => {
  proves('AUTH-oauth');
  const server = await startTestServer();
  const { token } = await connectApp(server);
  const rename = { machine: 'build-01', name: 'build-02' };
  for (const [role, scopes, run, admin] of [
    ['viewer', ['fleet:read'], 403, 403],
    ['member', ['fleet:read', 'fleet:run'], 404, 403],
    ['admin', ['fleet:read', 'fleet:run', 'fleet:admin'], 404, 200],
    ['owner', ['fleet:read', 'fleet:run', 'fleet:admin'], 404, 404],
  ] as const) {
    await runAdmin(server, (each) => setMember(each, EMAIL, { role }));
    const me = await callWith(server, token, '/api/v1/me');
    expect(me.body).toMatchObject({ role, scopes, key_name: 'Bob' });
    const overview = await callWith(server, token, '/api/v1/tools/describe_cloud', {});
    expect(overview.body.key).toMatchObject({ role, scopes, name: 'Bob' });
    const dismissed = await callWith(server, token, '/api/v1/tools/dismiss_alert', { alert: 'x' });
    const renamed = await callWith(server, token, '/api/v1/tools/rename_machine', rename);
    expect([role, dismissed.status, renamed.status]).toEqual([role, run, admin]);
  }
  const { body } = await server.tool('list_audit_log', { action: 'machine.rename' });
  expect(body.entries[0].actor).toMatchObject({ kind: 'person', name: 'Bob' });
});

test('a token that is revoked, expired, forged or whose person is gone is refused at once', async () => {
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const { id, token } = await connectApp(server, clock);
  const statusOf = async (text: string) => {
    const { body, status } = await callWith(server, text, '/api/v1/me');
    return [status, body.code];
  };
  expect((await statusOf(token))[0]).toBe(200);
  const refused = [401, 'invalid_key'];
  expect(await statusOf(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`)).toEqual(
    refused,
  );
  expect(await statusOf(token.replace('fleetapp_', 'fleet_'))).toEqual(refused);
  clock.advance(61_000);
  expect(await statusOf(token)).toEqual(refused);
  const second = await runAdmin(server, (admin) =>
    createAppToken(admin, { name: 'Other', person: EMAIL }),
  );
  expect((await statusOf(second.token))[0]).toBe(200);
  await runAdmin(server, (admin) => revokeAppTokenById(admin, second.id));
  expect(await statusOf(second.token)).toEqual(refused);
  const third = await runAdmin(server, (admin) =>
    createAppToken(admin, { name: 'Third', person: EMAIL }),
  );
  await runAdmin(server, (admin) => removeMember(admin, EMAIL));
  expect(await statusOf(third.token)).toEqual(refused);
  await expect(
    runAdmin(server, (admin) => revokeAppTokenById(admin, id.replace(/.$/, 'z'))),
  ).rejects.toMatchObject({ facts: { code: 'not_found' } });
});

test('each token has 600 requests of its own, whoever it acts for', async () => {
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const { token } = await connectApp(server, clock);
  const other = await runAdmin(server, (admin) =>
    createAppToken(admin, { name: 'Other', person: EMAIL }),
  );
  for (let batch = 0; batch < 30; batch += 1) {
    await Promise.all(Array.from({ length: 20 }, () => callWith(server, token, '/api/v1/me')));
  }
  expect((await callWith(server, token, '/api/v1/me')).status).toBe(429);
  expect((await callWith(server, other.token, '/api/v1/me')).status).toBe(200);
});

test('the acknowledgement of a report goes to the person behind the app', async () => {
  const server = await startTestServer();
  const { token } = await connectApp(server);
  const { body } = await callWith(server, token, '/api/v1/issues', { title: 'Odd' });
  expect(body.acknowledged).toBe(true);
  expect((await server.tool('report_issue', { title: 'Odd too' })).body.acknowledged).toBe(false);
});
