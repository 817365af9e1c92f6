import { expect, test } from 'vitest';
import { createInvitation, revokeInvitation } from '../../../../src/server/admin/invitations.ts';
import {
  addMember,
  listAllMembers,
  removeMember,
  setMember,
} from '../../../../src/server/admin/members.ts';
import { callAllWays } from '../../../support/operations/call-all-ways.ts';
import { proves } from '../../../support/proves.ts';
import { runAdmin } from '../../../support/run-admin.ts';
import { startTestServer } from '../../../support/test-server.ts';

const EVE = { name: 'Eve', email: 'Eve@Example.com', role: 'owner' };
const BOB = { name: 'Bob', email: 'bob@example.com', role: 'viewer' };

test('members are listed for everybody, invitations for admins only, on every way', async () => {
  proves('OP-list_members', 'FIELD-member', 'WIRE-invitation', 'UI-admin-rest');
  const server = await startTestServer();
  const eve = await runAdmin(server, (admin) => addMember(admin, EVE));
  expect(eve).toMatchObject({ name: 'Eve', email: 'eve@example.com', role: 'owner' });
  const invited = await runAdmin(server, (admin) =>
    createInvitation(admin, { email: 'new@example.com', role: 'member' }),
  );
  expect(invited).toEqual({
    id: expect.stringMatching(/^inv_/),
    email: 'new@example.com',
    role: 'member',
    created_at: expect.any(String),
    expires_at: expect.any(String),
  });
  for (const { way, status, body } of await callAllWays(server, 'list_members', {})) {
    expect([way, status, body.members, body.invitations]).toEqual([way, 200, [eve], [invited]]);
  }
  for (const scope of ['read', 'run'] as const) {
    const { body } = await server.tool('list_members', {}, scope);
    expect(body).toEqual({ members: [eve], next_before: null });
  }
  const joined = await runAdmin(server, (admin) =>
    addMember(admin, { ...BOB, email: 'new@example.com' }),
  );
  const { body } = await server.tool('list_members');
  expect([body.members, body.invitations]).toEqual([[eve, joined], []]);
});

test('somebody is a member or invited once, and what is named wrongly is refused', async () => {
  const server = await startTestServer();
  await runAdmin(server, (admin) => addMember(admin, EVE));
  const usage = { kind: 'usage' };
  for (const request of [
    { ...EVE, email: 'eve@example.com' },
    { ...BOB, role: 'king' },
    { ...BOB, email: 'nobody' },
    { ...BOB, name: '' },
  ]) {
    await expect(runAdmin(server, (admin) => addMember(admin, request))).rejects.toMatchObject(
      usage,
    );
  }
  const invite = { email: 'eve@example.com', role: 'member' };
  const again = runAdmin(server, (admin) => createInvitation(admin, invite));
  await expect(again).rejects.toMatchObject(usage);
  const absent = { kind: 'refused', facts: { code: 'not_found' } };
  await expect(
    runAdmin(server, (admin) => removeMember(admin, 'zed@example.com')),
  ).rejects.toMatchObject(absent);
  await expect(
    runAdmin(server, (admin) => revokeInvitation(admin, 'inv_00000000000')),
  ).rejects.toMatchObject(absent);
  expect(await runAdmin(server, listAllMembers)).toHaveLength(1);
});

test('the last owner is neither removed nor demoted', async () => {
  const server = await startTestServer();
  await runAdmin(server, (admin) => addMember(admin, EVE));
  await runAdmin(server, (admin) => addMember(admin, BOB));
  const last = { kind: 'conflict', facts: { code: 'last_owner' } };
  const eve = 'eve@example.com';
  await expect(runAdmin(server, (admin) => removeMember(admin, eve))).rejects.toMatchObject(last);
  await expect(
    runAdmin(server, (admin) => setMember(admin, eve, { role: 'admin' })),
  ).rejects.toMatchObject(last);
  await runAdmin(server, (admin) => setMember(admin, 'bob@example.com', { role: 'owner' }));
  await runAdmin(server, (admin) => setMember(admin, eve, { role: 'admin', name: 'Eva' }));
  await runAdmin(server, (admin) => removeMember(admin, eve));
  const { body } = await server.tool('list_audit_log', { action: 'member.' });
  expect(body.entries.map(({ action }: { action: string }) => action)).toEqual([
    'member.remove',
    'member.update',
    'member.update',
    'member.add',
    'member.add',
  ]);
});
