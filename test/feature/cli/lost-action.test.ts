import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { foundBy } from '../../../src/contract/look-up.ts';
import { CLASS_OF_OPERATION } from '../../../src/contract/operation-class.ts';
import { createKeyPair } from '../../../src/sealing/key-pair.ts';
import { addChannel } from '../../../src/server/admin/channels.ts';
import { proves } from '../../support/proves.ts';
import { runAdmin } from '../../support/run-admin.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { problemResponse, startScriptedService } from '../../support/scripted-service.ts';
import { startServerWithMachine } from '../../support/server-with-machine.ts';
import { deliveryReport, runReport } from '../../support/sync-reports.ts';
import { startTestServer } from '../../support/test-server.ts';

const MACHINE = { machine: 'build-01' };
const SKILL = { ...MACHINE, skill: 'deploy-check' };
const AT_ONCE = { wait_seconds: 0 };
const SKILL_MD = '---\nname: deploy-check\ndescription: Checks.\n---\nCheck.\n';

test('what the advice names shows the action whose answer was lost', async () => {
  proves('UI-lost-answer-found');
  const server = await startTestServer();
  await server.tool('run_skill', SKILL);
  const actions: readonly (readonly [string, object])[] = [
    ['run_skill', SKILL],
    ['save_skill', { ...SKILL, content: SKILL_MD, ...AT_ONCE }],
    ['test_skill', { ...MACHINE, skill_md: SKILL_MD, ...AT_ONCE }],
    ['send_command', { ...MACHINE, type: 'ping', ...AT_ONCE }],
    ['rename_machine', { ...MACHINE, name: 'build-02' }],
    ['update_settings', { name: 'Another name' }],
    ['report_issue', { title: 'It does not work' }],
    ['disconnect_machine', { machine: 'build-02' }],
  ];
  for (const [operation, input] of actions) {
    const by = foundBy(operation);
    const before = await server.tool(by);
    const { status, text } = await server.tool(operation, input);
    expect([operation, status < 300 ? 'done' : text]).toEqual([operation, 'done']);
    expect([operation, (await server.tool(by)).text]).not.toEqual([operation, before.text]);
  }
});

/** A server on which every operation that acts can act, and what to act on. */
async function serverToActOn() {
  const sealing_key = Buffer.from(createKeyPair().publicKey).toString('base64url');
  const done = () => ({ result: {} });
  const { server, machine } = await startServerWithMachine({
    answers: { 'job.watch': done, 'skill.delete': done },
    report: { sealing_key },
  });
  const question = { text: 'Which branch?', context: null, choices: null };
  const waiting = { ...runReport('1'), machine_job_id: 'm-1', job: null, question };
  await machine.sync({
    jobs: [
      { ...waiting, status: 'waiting' },
      { ...waiting, machine_job_id: 'm-2', status: 'running' },
    ],
    deliveries: [deliveryReport()],
  });
  const [alert] = (await server.tool('list_alerts')).body.alerts;
  const request = { kind: 'webhook', address: 'http://127.0.0.1:1/', alertTypes: ['job_failed'] };
  const channel = await runAdmin(server, (admin) => addChannel(admin, request));
  return { server, alert: alert.id, channel: channel.id };
}

test('and so for what acts on jobs, deliveries, alerts, hosted URLs and channels', async () => {
  proves('UI-lost-answer-found');
  const { alert, channel, server } = await serverToActOn();
  const actions: readonly (readonly [string, object])[] = [
    ['dismiss_alert', { alert }],
    ['answer_job', { job: 'm-1', answer: 'main', ...AT_ONCE }],
    ['watch_job', { job: 'm-2' }],
    ['cancel_job', { job: 'm-2' }],
    ['replay_job', { job: 'm-2' }],
    ['replay_delivery', { delivery: 'd-1', ...AT_ONCE }],
    ['enable_hosted_url', SKILL],
    ['disable_hosted_url', SKILL],
    ['delete_skill', SKILL],
    ['test_channel', { channel }],
  ];
  for (const [operation, input] of actions) {
    const by = foundBy(operation);
    const before = await server.tool(by);
    const { status, text } = await server.tool(operation, input);
    expect([operation, status < 300 ? 'done' : text]).toEqual([operation, 'done']);
    expect([operation, (await server.tool(by)).text]).not.toEqual([operation, before.text]);
  }
});

test('each operation that acts has one that shows it, which reads', () => {
  proves('UI-lost-answer-found');
  const acting = Object.keys(CLASS_OF_OPERATION).filter(
    (name) => CLASS_OF_OPERATION[name] !== 'read',
  );
  for (const name of [...acting, 'something_new', 'constructor']) {
    expect(CLASS_OF_OPERATION[foundBy(name)]).toBe('read');
  }
  expect([foundBy(undefined), foundBy('test_channel')]).toEqual([
    'list_audit_log',
    'list_audit_log',
  ]);
});

/** Passes requests on, and loses the first answer to a report. */
async function losingProxy(target: string) {
  const keys: string[] = [];
  const proxy = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { 'idempotency-key': key, authorization = '' } = request.headers;
    const headers: Record<string, string> = { authorization, 'content-type': 'application/json' };
    if (typeof key === 'string') headers['idempotency-key'] = key;
    const { method = 'GET', url = '' } = request;
    const body = method === 'GET' ? {} : { body: Buffer.concat(parts) };
    const answer = await fetch(`${target}${url}`, { method, headers, ...body });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (method === 'POST') keys.push(`${url} ${key}`);
    if (method === 'POST' && keys.length === 1) return void request.socket.destroy();
    const type = answer.headers.get('content-type') ?? 'application/json';
    response.writeHead(answer.status, { 'content-type': type }).end(bytes);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, keys };
}

test('a report whose answer is lost is sent again and made once', async () => {
  proves('UI-report-again');
  const server = await startTestServer();
  const proxy = await losingProxy(server.baseUrl);
  const run = await runFleet(['cloud', 'report-issue', '--title', 'It does not work', '--json'], {
    env: { FLEET_BASE_URL: proxy.url, FLEET_API_KEY: server.keys.run },
  });
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
  expect(proxy.keys).toHaveLength(2);
  expect(proxy.keys[0]).toMatch(/^\/api\/v1\/issues cli-[0-9a-z]{20}$/);
  expect(proxy.keys[1]).toBe(proxy.keys[0]);
  const { body } = await server.tool('list_issues');
  expect(body.issues).toHaveLength(1);
});

test.each([
  [503, 'was sent again with the same Idempotency-Key', 4],
  [500, 'was not sent again', 1],
])('a report that the service fails with %i says how it was sent', async (status, words, tries) => {
  proves('UI-report-again');
  const schema = { type: 'object', properties: { title: { type: 'string' } } };
  const service = await startScriptedService({
    tools: [{ name: 'report_issue', class: 'write', input_schema: schema }],
    answer: () => problemResponse(status, 'unavailable'),
  });
  onTestFinished(() => service.stop());
  const { code, stderr } = await runFleet(['cloud', 'report-issue', '--title', 'No', '--json'], {
    env: { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' },
  });
  expect([code, service.calls().length]).toEqual([7, tries]);
  expect(JSON.parse(stderr).error.advice).toContain(`It may have run and ${words}. `);
});

test.each([
  ['text/html', 7],
  ['application/problem+json', 11],
])(
  'a proxy that says by %s that it waited too long (408) leaves open whether an action ran',
  async (type, exitCode) => {
    proves('UI-failed-action');
    const service = await startScriptedService({
      tools: [{ name: 'do_it', class: 'write', input_schema: { type: 'object' } }],
      answer: () => ({ status: 408, body: '{}', headers: { 'content-type': type } }),
    });
    onTestFinished(() => service.stop());
    const { code, stderr } = await runFleet(['cloud', 'do-it', '--json'], {
      env: { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' },
    });
    expect([code, service.calls().length]).toEqual([exitCode, 1]);
    expect(JSON.parse(stderr).error.advice).toContain('It may have run and was not sent again. ');
  },
);

test('a shown command goes to the service that a flag or FLEET_PROFILE named, whichever profile is the chosen one', async () => {
  proves('UI-advice-target');
  const service = await startScriptedService({
    tools: ['brew_tea', 'describe_cloud', 'list_inbox'].map((name) => ({ name, input_schema: {} })),
    answer: ({ path }) =>
      path.endsWith('brew_tea')
        ? problemResponse(503, 'unavailable')
        : {
            body: { organisation: { name: 'Acme' }, jobs: [{ id: 'job_1', state: 'needs_input' }] },
          },
  });
  onTestFinished(() => service.stop());
  const at = ['--base-url', service.baseUrl];
  const env = { FLEET_CONFIG_DIR: mkdtempSync(join(tmpdir(), 'fleet-target-')) };
  const login = ['auth', 'login', '--profile', 'live', ...at, '--store', 'file', '--key-stdin'];
  expect((await runFleet(login, { env, stdin: 'fleet_key_1' })).code).toBe(0);
  for (const [flags, variable] of [
    [['--profile', 'live']],
    [['--profile=live', ...at]],
    [[], 'live'],
  ] as const) {
    const words = flags.length === 0 ? '--profile live' : flags.join(' ').replace('=', ' ');
    const run = { env: { ...env, FLEET_PROFILE: variable } };
    const lost = await runFleet(['cloud', 'brew-tea', '--yes', '--json', ...flags], run);
    const { advice } = JSON.parse(lost.stderr).error;
    expect(advice).toContain(`\`fleet cloud list-audit-log ${words}\``);
    const { stdout } = await runFleet(['status', '-o', 'table', ...flags], run);
    expect(stdout).toContain(`fleet job follow job_1 ${words}\n`);
  }
  const other = { FLEET_BASE_URL: `${service.baseUrl}/other`, FLEET_API_KEY: 'fleet_key_2' };
  const goes = ` and not that of the profile: this goes to ${other.FLEET_BASE_URL}.\n`;
  const run = await runFleet(['status', '--profile', 'live'], { env: { ...env, ...other } });
  expect(run.stderr).toContain(goes);
  const named = { ...env, FLEET_PROFILE: 'live', FLEET_API_KEY: 'fleet_key_2' };
  const elsewhere = await runFleet(['status'], { env: { ...named, ...other } });
  expect(elsewhere.stderr).toContain(goes);
  const quiet = ['cloud', 'list-jobs', '--quiet'];
  expect((await runFleet(quiet, { env: { ...named, ...other } })).stderr).not.toContain('goes to');
  // At the same address another key may be one of another organisation.
  const here = `and not that of the profile: this goes to ${service.baseUrl}.\n`;
  const otherKey = await runFleet(['status'], { env: named });
  expect(otherKey.stderr).toContain(here);
  expect(otherKey.stderr).not.toContain('fleet_key');
  const sameKey = { ...named, FLEET_API_KEY: 'fleet_key_1' };
  expect((await runFleet(['status'], { env: sameKey })).stderr).not.toContain('this goes to');
  // So it does where the chosen profile, which names the address, is another one since.
  const chosen = { ...named, FLEET_PROFILE: '' };
  expect((await runFleet(['auth', 'switch', 'live'], { env })).code).toBe(0);
  expect((await runFleet(['status'], { env: chosen })).stderr).toContain(here);
  const token = await runFleet(['auth', 'token', '--profile', 'live'], {
    env: { ...env, ...other },
  });
  expect([token.stdout, token.stderr]).toEqual([
    'fleet_key_2\n',
    'The key in the environment is printed, and not that of the profile.\n',
  ]);
});
