import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { startTestServer } from '../../../support/test-server.ts';

const IN_ORDER = [
  'describe_cloud',
  'get_stats',
  'list_alerts',
  'dismiss_alert',
  'list_machines',
  'get_machine',
  'rename_machine',
  'disconnect_machine',
  'list_skills',
  'get_skill',
  'save_skill',
  'delete_skill',
  'run_skill',
  'test_skill',
  'list_inbox',
  'list_jobs',
  'get_job',
  'answer_job',
  'cancel_job',
  'replay_job',
  'watch_job',
  'get_job_artifact',
  'list_deliveries',
  'get_delivery',
  'replay_delivery',
  'list_hosted_urls',
  'get_hosted_url',
  'enable_hosted_url',
  'disable_hosted_url',
  'list_commands',
  'send_command',
  'get_command',
  'get_settings',
  'update_settings',
  'get_billing',
  'list_members',
  'list_channels',
  'test_channel',
  'list_audit_log',
  'report_issue',
  'list_issues',
  'get_issue',
  'get_pricing',
];

test('the catalogue is listed in the order of the specification', async () => {
  const server = await startTestServer();
  const { body } = await server.call('/api/v1/tools');
  expect(body.tools.map(({ name }: { name: string }) => name)).toEqual(IN_ORDER);
});

test('help can be made from it: every operation and every member has a description', async () => {
  const server = await startTestServer();
  const { body } = await server.call('/api/v1/tools');
  for (const { name, description, input_schema } of body.tools) {
    expect(description.length, name).toBeGreaterThan(20);
    expect(input_schema.additionalProperties, name).toBe(false);
    for (const [member, schema] of Object.entries(input_schema.properties ?? {})) {
      const { description: said } = schema as { readonly description?: string };
      expect(said?.length, `${name}.${member}`).toBeGreaterThan(5);
    }
  }
  expect(JSON.stringify(body).length).toBeLessThan(32_000);
});

test('an unchanged catalogue is 304, and every scope has its own tag', async () => {
  proves('WIRE-catalogue-etag');
  const server = await startTestServer();
  const list = (tag: string, scope: 'read' | 'admin' = 'admin') =>
    server.call('/api/v1/tools', { scope, headers: { 'if-none-match': tag } });
  const first = await server.call('/api/v1/tools');
  const tag = first.headers.get('etag') ?? '';
  expect(tag).toMatch(/^"[\w-]{43}"$/);
  for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const { status, headers, text } = await list(sent);
    expect([sent, status, text]).toEqual([sent, 304, '']);
    expect(headers.get('etag')).toBe(tag);
    expect(headers.get('x-request-id')).not.toBeNull();
  }
  for (const sent of ['"other"', tag.slice(1), `${tag}x`]) {
    expect((await list(sent)).status).toBe(200);
  }
  const other = await list(tag, 'read');
  const rename = other.body.tools.find(({ name }: { name: string }) => name === 'rename_machine');
  expect([other.status, rename.allowed]).toEqual([200, false]);
  expect((await server.call('/api/v1/tools', { scope: 'none' })).status).toBe(401);
});
