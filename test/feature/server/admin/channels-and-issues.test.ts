import { expect, test } from 'vitest';
import { detailOf } from '../../../../src/render/setting-fault.ts';
import {
  addChannel,
  listAllChannels,
  removeChannel,
  setChannel,
} from '../../../../src/server/admin/channels.ts';
import { listAllIssues, setIssueStatus } from '../../../../src/server/admin/issues.ts';
import { proves } from '../../../support/proves.ts';
import { runAdmin } from '../../../support/run-admin.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';

async function actionsOf(server: TestServer, prefix: string) {
  const { body } = await server.tool('list_audit_log', { action: prefix });
  return body.entries.map(({ action, actor }: { action: string; actor: object }) => [
    action,
    actor,
  ]);
}

const ADA = { kind: 'person', id: null, name: 'ada' };
const ALL = ['needs_human', 'machine_offline', 'job_failed', 'health_failing'];

test('a channel is added, changed and removed beside the server', async () => {
  proves('UI-admin-rest', 'FIELD-channel');
  const server = await startTestServer();
  const address = 'https://hooks.example.com:8443/s3cret?token=s3cret';
  const webhook = { kind: 'webhook', address, alertTypes: [] };
  const made = await runAdmin(server, (admin) => addChannel(admin, webhook));
  expect(made).toMatchObject({
    kind: 'webhook',
    address: 'hooks.example.com:8443',
    alert_types: ALL,
    enabled: true,
    last_delivery_at: null,
    last_error: null,
  });
  expect(made.id).toMatch(/^chn_/);
  expect((await server.tool('list_channels')).body.channels).toEqual([made]);
  const alertTypes = ['job_failed', 'needs_human', 'job_failed'];
  const changes = { address: 'http://127.0.0.1/other', alertTypes, enabled: false };
  const changed = await runAdmin(server, (admin) => setChannel(admin, made.id, changes));
  expect(changed).toEqual({
    ...made,
    address: '127.0.0.1',
    alert_types: ['needs_human', 'job_failed'],
    enabled: false,
  });
  const on = await runAdmin(server, (admin) => setChannel(admin, made.id, { enabled: true }));
  expect(on).toEqual({ ...changed, enabled: true });
  expect(await runAdmin(server, listAllChannels)).toEqual([on]);
  expect(await runAdmin(server, (admin) => removeChannel(admin, made.id))).toEqual({ id: made.id });
  expect((await server.tool('list_channels')).body.channels).toEqual([]);
  for (const id of [made.id, 'chn_', 'nothing']) {
    const gone = runAdmin(server, (admin) => removeChannel(admin, id));
    await expect(gone).rejects.toMatchObject({ kind: 'refused', facts: { code: 'not_found' } });
  }
  const actions = ['remove', 'update', 'update', 'create'];
  expect(await actionsOf(server, 'channel.')).toEqual(
    actions.map((action) => [`channel.${action}`, ADA]),
  );
});

test.each([
  ['another kind', { kind: 'pager' }, '--kind is "pager"; allowed is one of chat, webhook, email'],
  ['another alert type', { alertTypes: ['all'] }, '--alert-type is "all"; allowed is one of'],
  [
    'no address',
    { address: '  ' },
    'The address of a webhook channel must be an http or https URL',
  ],
  ['no URL', { address: 's3cret' }, 'must be an http or https URL'],
  ['a URL of a file', { address: 'file:///s3cret' }, 'must be an http or https URL'],
  ['a password', { address: 'https://a:s3cret@b' }, 'without user and password'],
  ['a long URL', { address: `https://s3cret/${'x'.repeat(2000)}` }, 'up to 2000 characters'],
  ['a line break', { address: 'https://a/s3\ncret' }, 'must be an http or https URL'],
  ['no mailbox', { kind: 'email', address: 's3cret' }, 'must be an email address'],
])('a channel with %s is refused, and its address not repeated', async (_what, request, detail) => {
  const server = await startTestServer();
  const given = { kind: 'webhook', address: 'https://a', alertTypes: [], ...request };
  const refused = await runAdmin(server, (admin) => addChannel(admin, given)).catch(
    (error) => error,
  );
  expect(refused).toMatchObject({ kind: 'usage' });
  expect(detailOf(refused.facts)).toContain(detail);
  expect(JSON.stringify(refused.facts)).not.toMatch(/s3\ncret|s3cret/);
  expect((await server.tool('list_channels')).body.channels).toEqual([]);
});

test('nothing to set, and an address that another kind takes, are refused', async () => {
  const server = await startTestServer();
  const email = { kind: 'email', address: 'ada@example.com', alertTypes: ['job_failed'] };
  const { id } = await runAdmin(server, (admin) => addChannel(admin, email));
  for (const wrong of [{}, { address: 'https://a' }, { alertTypes: ['x'] }]) {
    const set = runAdmin(server, (admin) => setChannel(admin, id, wrong));
    await expect(set).rejects.toMatchObject({ kind: 'usage' });
  }
  expect(await actionsOf(server, 'channel.update')).toEqual([]);
});

test('a report moves between statuses in any order, and its reporter hears of the end', async () => {
  proves('STATE-problem-report', 'UI-admin-rest', 'FIELD-problem-report');
  const server = await startTestServer();
  const report = { title: 'It hangs', contact_email: 'ada@example.com' };
  await server.tool('report_issue', report, 'read');
  await server.tool('report_issue', { title: 'Nobody to tell' }, 'read');
  for (const status of ['closed', 'acknowledged', 'resolved', 'open', 'closed']) {
    const moved = await runAdmin(server, (admin) => setIssueStatus(admin, '#1', status));
    expect(moved).toMatchObject({ number: 1, status });
    expect((await server.tool('list_issues', { status })).body.issues[0]).toMatchObject({
      number: status === 'open' ? 2 : 1,
    });
  }
  const same = await runAdmin(server, (admin) => setIssueStatus(admin, '1', 'closed'));
  const { body } = await server.tool('get_issue', { issue: '1' });
  expect(body).toMatchObject({ status: 'closed', updated_at: expect.any(String) });
  expect(body.emails).toEqual({
    acknowledgement_sent_at: same.acknowledgement_sent_at,
    resolution_sent_at: same.resolution_sent_at,
  });
  const ended = await runAdmin(server, (admin) => setIssueStatus(admin, '2', 'resolved'));
  expect(ended).toMatchObject({ acknowledgement_sent_at: null, resolution_sent_at: null });
  const emails = await server.service.store.read((db) =>
    db.selectFrom('sends').select(['address', 'state', 'body']).orderBy('id').execute(),
  );
  expect(emails.map(({ body: text }) => JSON.parse(text).subject)).toEqual([
    'We received your report: #1',
    'Your report is closed: #1',
    'Your report is resolved: #1',
    'Your report is closed: #1',
  ]);
  expect(new Set(emails.map(({ address, state }) => `${address} ${state}`))).toEqual(
    new Set(['ada@example.com recorded']),
  );
  expect(await actionsOf(server, 'issue.update')).toEqual(Array(6).fill(['issue.update', ADA]));
  expect((await runAdmin(server, (admin) => listAllIssues(admin, 'closed'))).length).toBe(1);
  for (const [issue, status, kind] of [
    ['1', 'done', 'usage'],
    ['3', 'open', 'refused'],
    ['#0', 'open', 'refused'],
  ] as const) {
    const wrong = runAdmin(server, (admin) => setIssueStatus(admin, issue, status));
    await expect(wrong).rejects.toMatchObject({ kind });
  }
});

test('the commands do so too; an address with a secret comes from stdin', async () => {
  proves('UI-admin-rest');
  const server = await startTestServer();
  const admin = async (args: string, stdin = '') => {
    const run = ['admin', ...args.split(' '), '--data', server.dataFolder, '--json'];
    const { code, stdout, stderr } = await runFleet(run, { stdin });
    return { code, said: stdout + stderr, value: stdout === '' ? undefined : JSON.parse(stdout) };
  };
  const url = 'https://hooks.example.com/s3cret\n';
  const added = await admin('channel add --kind webhook --address @-', url);
  expect(added.value).toMatchObject({ address: 'hooks.example.com', alert_types: ALL });
  const { id } = added.value;
  const types = '--alert-type job_failed --alert-type needs_human';
  const set = await admin(`channel set ${id} --no-enabled ${types}`);
  expect(set.value).toMatchObject({ enabled: false, alert_types: ['needs_human', 'job_failed'] });
  const listed = await admin('channel list');
  expect(listed.value).toEqual({ channels: [set.value] });
  expect((await admin(`channel remove ${id}`)).code).toBe(0);
  const again = await admin(`channel remove ${id}`);
  expect(again.code).toBe(6);
  const wrong = await admin('channel add --kind webhook --address s3cret');
  expect(wrong.code).toBe(2);
  expect([added, set, listed, again, wrong].map(({ said }) => said).join('')).not.toContain(
    's3cret',
  );
  await server.tool('report_issue', { title: 'It hangs' });
  const moved = await admin('issue set #1 --status resolved');
  expect(moved.value).toMatchObject({ number: 1, status: 'resolved' });
  expect((await admin('issue list --status resolved')).value.issues).toEqual([moved.value]);
}, 60_000);
