import { expect, test } from 'vitest';
import type { Admin } from '../../../../src/server/admin/admin.ts';
import { createAppToken, revokeAppTokenById } from '../../../../src/server/admin/app-tokens.ts';
import { listNewestEntries } from '../../../../src/server/admin/audit-log.ts';
import { addChannel, removeChannel, setChannel } from '../../../../src/server/admin/channels.ts';
import { createInvitation, revokeInvitation } from '../../../../src/server/admin/invitations.ts';
import { setIssueStatus } from '../../../../src/server/admin/issues.ts';
import { createKey, revokeKeyById } from '../../../../src/server/admin/keys.ts';
import { addMember, removeMember, setMember } from '../../../../src/server/admin/members.ts';
import { setOrganisation } from '../../../../src/server/admin/organisation.ts';
import { setPlan } from '../../../../src/server/admin/plan.ts';
import { startHostedUrlServer } from '../../../support/hosted-url-server.ts';
import { proves } from '../../../support/proves.ts';
import { runAdmin } from '../../../support/run-admin.ts';
import { startServerWithWaitingJob } from '../../../support/server-with-machine.ts';
import { machineReport } from '../../../support/sync-reports.ts';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';

/** What each of the entries says, oldest first. */
async function said(server: TestServer, action: string) {
  const { body } = await server.tool('list_audit_log', { action, limit: 100 });
  return body.entries
    .map((entry: Record<string, unknown>) => [entry['action'], entry['subject'], entry['changed']])
    .reverse();
}

const ADDRESS = 'https://hooks.example.com/s3cret';

/** One of everything that is made, changed and removed. */
async function workOfDashboard(admin: Admin) {
  const key = await createKey(admin, { name: 'ci', scope: 'fleet:run' });
  await revokeKeyById(admin, key.id);
  const eve = await addMember(admin, { name: 'Eve', email: 'eve@example.com', role: 'owner' });
  const bob = await addMember(admin, { name: 'Bob', email: 'bob@example.com', role: 'viewer' });
  await setMember(admin, bob.id, { role: 'member' });
  const app = await createAppToken(admin, { name: 'editor', person: eve.id });
  await revokeAppTokenById(admin, app.id);
  await removeMember(admin, bob.id);
  const guest = await createInvitation(admin, { email: 'new@example.com', role: 'admin' });
  await revokeInvitation(admin, guest.id);
  const request = { kind: 'webhook', address: ADDRESS, alertTypes: ['job_failed'] };
  const channel = await addChannel(admin, request);
  await setChannel(admin, channel.id, { address: `${ADDRESS}/2`, enabled: false });
  await removeChannel(admin, channel.id);
  await setOrganisation(admin, { storePayloads: false, keep: { jobs: '30' } });
  await setPlan(admin, { plan: 'team' });
  return { key, eve, bob, app, guest, channel };
}

test("the dashboard's work is told with the key, app, channel, person or setting it was about", async () => {
  proves('WIRE-audit-subject');
  const server = await startTestServer();
  const made = await runAdmin(server, workOfDashboard);
  const about = (kind: string, { id }: { id: string }, name: string) => ({ kind, id, name });
  const key = about('api_key', made.key, 'ci');
  const [first] = (await said(server, 'key.create')).slice(-1);
  expect(first).toEqual(['key.create', key, [{ name: 'scope', value: 'fleet:run' }]]);
  expect(await said(server, 'key.revoke')).toEqual([['key.revoke', key, undefined]]);
  const bob = about('member', made.bob, 'bob@example.com');
  expect(await said(server, 'member.')).toEqual([
    [
      'member.add',
      about('member', made.eve, 'eve@example.com'),
      [{ name: 'role', value: 'owner' }],
    ],
    ['member.add', bob, [{ name: 'role', value: 'viewer' }]],
    ['member.update', bob, [{ name: 'role', value: 'member' }]],
    ['member.remove', bob, undefined],
  ]);
  const app = about('app_token', made.app, 'editor');
  expect(await said(server, 'app_token.')).toEqual([
    ['app_token.create', app, [{ name: 'person', value: made.eve.id }]],
    ['app_token.revoke', app, undefined],
  ]);
  const guest = about('invitation', made.guest, 'new@example.com');
  expect(await said(server, 'invitation.')).toEqual([
    ['invitation.create', guest, [{ name: 'role', value: 'admin' }]],
    ['invitation.revoke', guest, undefined],
  ]);
  const channel = about('channel', made.channel, 'hooks.example.com');
  expect(await said(server, 'channel.')).toEqual([
    [
      'channel.create',
      channel,
      [
        { name: 'kind', value: 'webhook' },
        { name: 'alert_types', value: ['job_failed'] },
      ],
    ],
    ['channel.update', channel, [{ name: 'address' }, { name: 'enabled', value: false }]],
    ['channel.remove', channel, undefined],
  ]);
  expect(await said(server, 'organisation.update')).toEqual([
    [
      'organisation.update',
      undefined,
      [
        { name: 'store_payloads', value: false },
        { name: 'keep_jobs', value: 30 },
      ],
    ],
  ]);
  expect(await said(server, 'plan.')).toEqual([
    ['plan.update', undefined, [{ name: 'plan', value: 'team' }]],
  ]);
  const { body, text } = await server.tool('list_audit_log', { limit: 100 });
  expect(text).not.toContain('s3cret');
  const query = { action: 'member.', limit: '2' };
  const [newest, next, ...others] = await runAdmin(server, (admin) =>
    listNewestEntries(admin, query),
  );
  expect(body.entries).toContainEqual(newest);
  expect([newest?.action, next?.action, others]).toEqual(['member.remove', 'member.update', []]);
  const refused = runAdmin(server, (admin) => listNewestEntries(admin, { limit: '0' }));
  await expect(refused).rejects.toMatchObject({ kind: 'usage' });
});

test('what a key does is told with its subject: settings, reports, alerts, commands, secrets', async () => {
  proves('WIRE-audit-subject');
  const { server, job } = await startServerWithWaitingJob({
    'config.patch': () => ({ result: {} }),
    'schedule.run': () => ({ result: {} }),
    'job.artifact': () => ({ result: { content: '', bytes: 0, truncated: false } }),
  });
  const machine = 'build-01';
  await server.tool('update_settings', { name: 'Second', store_payloads: true });
  await server.tool('rename_machine', { machine, name: 'build-02' });
  const { issue } = (await server.tool('report_issue', { title: 'T1TLE' })).body;
  await runAdmin(server, (admin) => setIssueStatus(admin, issue.id, 'resolved'));
  const [alert] = (await server.tool('list_alerts')).body.alerts;
  await server.tool('dismiss_alert', { alert: alert.id });
  const set = { 'runners.shell': 's3cret' };
  const args = { set, unset: ['name'] };
  await server.tool('send_command', { machine: 'build-02', type: 'config.patch', args });
  const nightly = { machine: 'build-02', type: 'schedule.run', args: { name: 'nightly' } };
  await server.tool('send_command', nightly);
  await server.tool('get_job_artifact', { job, artifact: 'stderr' });
  const recipient_key = 'CTtpyiISXXsaB9Vnu52W83k2PUp7hAZO-x6LqpEdVhY';
  const body = { name: 'API_KEY', recipient_key, force: true };
  await server.call('/api/v1/machines/build-02/secrets', { body });
  const { job: replayed } = (await server.tool('replay_job', { job })).body;
  expect(replayed).toMatch(/^job_/);
  expect(await said(server, 'settings.update')).toEqual([
    [
      'settings.update',
      undefined,
      [
        { name: 'name', value: 'Second' },
        { name: 'store_payloads', value: true },
      ],
    ],
  ]);
  expect(await said(server, 'machine.')).toEqual([
    ['machine.pair', undefined, [{ name: 'name', value: 'build-01' }]],
    ['machine.rename', undefined, [{ name: 'name', value: 'build-02' }]],
  ]);
  const report = { kind: 'issue', id: issue.id, name: '#1' };
  expect(await said(server, 'issue.')).toEqual([
    ['issue.report', report, undefined],
    ['issue.update', report, [{ name: 'status', value: 'resolved' }]],
  ]);
  expect(await said(server, 'alert.')).toEqual([
    ['alert.dismiss', { kind: 'alert', id: alert.id, name: 'needs_human' }, undefined],
  ]);
  const named = (kind: string, name: string) => ({ kind, id: null, name });
  expect(await said(server, 'command.')).toEqual([
    ['command.config.patch', undefined, [{ name: 'runners.shell' }, { name: 'name' }]],
    ['command.schedule.run', named('schedule', 'nightly'), undefined],
    ['command.job.artifact', named('artifact', 'stderr'), undefined],
  ]);
  expect(await said(server, 'secret.')).toEqual([
    ['secret.request', named('secret', 'API_KEY'), [{ name: 'force', value: true }]],
  ]);
  expect(await said(server, 'job.replay')).toEqual([
    ['job.replay', { kind: 'job', id: job, name: null }, undefined],
  ]);
  const { text } = await server.tool('list_audit_log', { limit: 100 });
  expect(text).not.toMatch(/s3cret|T1TLE/);
});

test('a hosted URL is told by the part of its key that lists show', async () => {
  proves('WIRE-audit-subject');
  const { server, enable } = await startHostedUrlServer();
  await enable();
  const [{ key_prefix: name }] = (await server.tool('list_hosted_urls')).body.hosted_urls;
  const url = { machine: 'build-01', skill: 'deploy-check' };
  await server.tool('get_hosted_url', url);
  await server.tool('disable_hosted_url', url);
  const subject = { kind: 'hosted_url', id: null, name };
  expect(await said(server, 'hosted_url.')).toEqual([
    ['hosted_url.enable', subject, undefined],
    ['hosted_url.reveal', subject, undefined],
    ['hosted_url.disable', subject, undefined],
  ]);
});

test('a change that a machine made to itself names the machine as who did it', async () => {
  proves('WIRE-audit-machine', 'FIELD-audit');
  const { server, machine } = await startHostedUrlServer();
  const policy = { mode: 'observe', allow: [], deny: ['job.run'] } as const;
  const report = machineReport({ policy, hostname: 'other.example' });
  await machine.sync({ report });
  await machine.sync({ report });
  const { body } = await server.tool('list_audit_log', { action: 'machine.change' });
  const [{ id }] = (await server.tool('list_machines')).body.machines;
  expect(body.entries).toMatchObject([
    {
      actor: { kind: 'machine', id, name: 'build-01' },
      machine: id,
      changed: [
        { name: 'hostname', value: 'other.example' },
        { name: 'mode', value: 'observe' },
        { name: 'deny', value: ['job.run'] },
      ],
      request_id: null,
    },
  ]);
});
