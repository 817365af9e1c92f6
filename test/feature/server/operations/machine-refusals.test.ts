import { expect, test } from 'vitest';
import type { DeliveryReport } from '../../../../src/contract/record/delivery.ts';
import { callAllWays, type OperationName } from '../../../support/operations/call-all-ways.ts';
import type { Input } from '../../../support/operations/sample-inputs.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { runReport } from '../../../support/sync-reports.ts';
import { startTestServer } from '../../../support/test-server.ts';

const MACHINE = { machine: 'build-01' };
const SKILL = { ...MACHINE, skill: 'deploy-check' };
const WAIT = { wait_seconds: 5 };
const SKILL_MD = '---\nname: deploy-check\ndescription: A test\n---\nDo it.\n';
const DELIVERY: DeliveryReport = {
  delivery: null,
  machine_delivery_id: 'd-1',
  sender_delivery_id: null,
  skill: 'deploy-check',
  received_at: '2026-10-01T12:00:00.000Z',
  outcome: 'accepted',
  reason: null,
  code: null,
  http_status: 202,
  path: '/hooks/deploy-check',
  address: null,
  user_agent: null,
  sender: null,
  headers: {},
  via: 'http',
  machine_job_id: null,
  content_type: null,
  body_bytes: 0,
  body: null,
};

/** What reaches a machine, with its job `m-1` and its delivery `d-1`. */
const CALLS = {
  send_command: { ...MACHINE, type: 'ping' },
  run_skill: SKILL,
  get_skill: SKILL,
  save_skill: { ...SKILL, content: SKILL_MD },
  delete_skill: SKILL,
  test_skill: { ...MACHINE, skill_md: SKILL_MD },
  answer_job: { job: 'm-1', answer: 'yes' },
  cancel_job: { job: 'm-1' },
  replay_job: { job: 'm-1' },
  watch_job: { job: 'm-1' },
  get_job_artifact: { job: 'm-1', artifact: 'stdout' },
  replay_delivery: { delivery: 'd-1' },
  enable_hosted_url: SKILL,
} as const satisfies Partial<Record<OperationName, Input>>;

async function startWaiting(reply?: Parameters<typeof scriptMachine>[0]['reply']) {
  const server = await startTestServer();
  const { baseUrl, machineToken: token } = server;
  const machine = scriptMachine({ baseUrl, token, ...(reply && { reply }) });
  const job = { ...runReport('m-1'), job: null, machine_job_id: 'm-1', status: 'waiting' } as const;
  await machine.sync({ jobs: [job], deliveries: [DELIVERY] });
  return { server, machine };
}

test('whatever would reach a machine that was disconnected is a 409 that says so', async () => {
  proves(
    'STATE-machine-disconnected',
    'ERR-revoked@send_command',
    'ERR-revoked@run_skill',
    'ERR-revoked@get_skill',
    'ERR-revoked@save_skill',
    'ERR-revoked@delete_skill',
    'ERR-revoked@test_skill',
    'ERR-revoked@answer_job',
    'ERR-revoked@cancel_job',
    'ERR-revoked@replay_job',
    'ERR-revoked@watch_job',
    'ERR-revoked@get_job_artifact',
    'ERR-revoked@replay_delivery',
    'ERR-revoked@enable_hosted_url',
  );
  const { server } = await startWaiting();
  const [machine] = (await server.tool('list_machines')).body.machines;
  await server.tool('disconnect_machine', MACHINE);
  for (const [operation, given] of Object.entries(CALLS)) {
    const input = 'machine' in given ? { ...given, machine: machine.id } : given;
    for (const { way, status, body } of await callAllWays(
      server,
      operation as OperationName,
      input,
    )) {
      expect([way, operation, status, body.code]).toEqual([way, operation, 409, 'revoked']);
    }
  }
}, 60_000);

test('what the policy of a machine refuses is a 409 that says so, whatever it was', async () => {
  proves(
    'ERR-denied_by_machine@save_skill',
    'ERR-denied_by_machine@delete_skill',
    'ERR-denied_by_machine@test_skill',
    'ERR-denied_by_machine@replay_job',
    'ERR-denied_by_machine@watch_job',
    'ERR-denied_by_machine@replay_delivery',
  );
  const error = { code: 'denied_by_machine', message: 'the deny list names it' };
  const { server, machine } = await startWaiting(() => ({ error }));
  machine.start();
  for (const operation of [
    'save_skill',
    'delete_skill',
    'test_skill',
    'watch_job',
    'replay_delivery',
  ] as const) {
    const waits = operation === 'delete_skill' || operation === 'watch_job' ? {} : WAIT;
    for (const answer of await callAllWays(server, operation, { ...CALLS[operation], ...waits })) {
      const { body, status, way } = answer;
      expect([way, status, body.code]).toEqual([way, 409, 'denied_by_machine']);
      expect(body.detail).toContain('the deny list names it');
    }
  }
  // A replay answers at once: what the machine says is in the command.
  for (const { way, status, body } of await callAllWays(server, 'replay_job', CALLS.replay_job)) {
    expect([way, status]).toEqual([way, 202]);
    const command = { command: body.command_id, wait_seconds: 10 };
    const ended = (await server.tool('get_command', command)).body;
    expect([way, ended.status, ended.error.code]).toEqual([way, 'failed', 'denied_by_machine']);
  }
}, 60_000);
