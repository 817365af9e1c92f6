import { expect, test } from 'vitest';
import { OPERATIONS, PAIRS } from '../../../requirements.ts';
import { callAllWays } from '../../../support/operations/call-all-ways.ts';
import { type Input, minimalInput } from '../../../support/operations/sample-inputs.ts';
import { startServerWithTwoMachines } from '../../../support/operations/two-machines.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer } from '../../../support/test-server.ts';

proves(
  'ERR-unknown_machine@get_machine',
  'ERR-unknown_machine@get_skill',
  'ERR-unknown_machine@run_skill',
  'ERR-unknown_machine@send_command',
  'ERR-unknown_machine@list_skills',
  'ERR-unknown_machine@list_jobs',
  'ERR-unknown_machine@list_inbox',
  'ERR-unknown_machine@list_alerts',
  'ERR-unknown_machine@list_commands',
  'ERR-ambiguous_machine@get_machine',
  'ERR-ambiguous_machine@get_skill',
  'ERR-ambiguous_machine@run_skill',
  'ERR-ambiguous_machine@send_command',
  'ERR-ambiguous_machine@list_skills',
  'ERR-ambiguous_machine@list_jobs',
  'ERR-ambiguous_machine@list_inbox',
  'ERR-ambiguous_machine@list_alerts',
  'ERR-ambiguous_machine@list_commands',
  'ERR-unknown_job@get_job',
  'ERR-unknown_job@answer_job',
  'ERR-unknown_job@cancel_job',
  'ERR-unknown_job@get_job_artifact',
  'ERR-ambiguous_job@get_job',
  'ERR-ambiguous_job@answer_job',
  'ERR-ambiguous_job@cancel_job',
  'ERR-ambiguous_job@get_job_artifact',
  'ERR-unknown_machine@rename_machine',
  'ERR-unknown_machine@disconnect_machine',
  'ERR-unknown_machine@save_skill',
  'ERR-unknown_machine@delete_skill',
  'ERR-unknown_machine@test_skill',
  'ERR-unknown_machine@list_deliveries',
  'ERR-unknown_machine@list_hosted_urls',
  'ERR-unknown_machine@get_hosted_url',
  'ERR-unknown_machine@enable_hosted_url',
  'ERR-unknown_machine@disable_hosted_url',
  'ERR-ambiguous_machine@rename_machine',
  'ERR-ambiguous_machine@disconnect_machine',
  'ERR-ambiguous_machine@save_skill',
  'ERR-ambiguous_machine@delete_skill',
  'ERR-ambiguous_machine@test_skill',
  'ERR-ambiguous_machine@list_deliveries',
  'ERR-ambiguous_machine@list_hosted_urls',
  'ERR-ambiguous_machine@get_hosted_url',
  'ERR-ambiguous_machine@enable_hosted_url',
  'ERR-ambiguous_machine@disable_hosted_url',
  'ERR-unknown_job@replay_job',
  'ERR-unknown_job@watch_job',
  'ERR-ambiguous_job@replay_job',
  'ERR-ambiguous_job@watch_job',
  'WIRE-own-code-first',
);

/** A delivery is looked for before the machine that it is to run on. */
const BY_MACHINE = PAIRS.unknown_machine.filter((name) => name !== 'replay_delivery');

function inputWith(operation: keyof typeof OPERATIONS, changes: Input): Input {
  const type = operation === 'send_command' ? { type: 'ping' } : {};
  return { ...minimalInput(OPERATIONS[operation].input), ...type, ...changes };
}

test('a machine that is not there is unknown to every operation', async () => {
  const server = await startTestServer();
  for (const operation of BY_MACHINE) {
    const input = inputWith(operation, { machine: 'nobody' });
    for (const { way, status, body } of await callAllWays(server, operation, input)) {
      expect([operation, way, status, body.code]).toEqual([operation, way, 404, 'unknown_machine']);
    }
  }
}, 120_000);

test('a name that two machines have is ambiguous to every operation', async () => {
  const server = await startServerWithTwoMachines();
  const { machines } = (await server.tool('list_machines')).body;
  expect(machines).toHaveLength(2);
  for (const operation of BY_MACHINE) {
    const input = inputWith(operation, { machine: 'twin.local' });
    for (const { way, status, body } of await callAllWays(server, operation, input)) {
      expect([operation, way, status, body.code]).toEqual([
        operation,
        way,
        409,
        'ambiguous_machine',
      ]);
      for (const { id } of machines) expect(body.detail, `${operation}: ${way}`).toContain(id);
    }
  }
}, 120_000);

test('a job that is not there is unknown to every operation', async () => {
  const server = await startTestServer();
  for (const operation of PAIRS.unknown_job) {
    const input = inputWith(operation, { job: 'nothing' });
    for (const { way, status, body } of await callAllWays(server, operation, input)) {
      expect([operation, way, status, body.code]).toEqual([operation, way, 404, 'unknown_job']);
    }
  }
}, 120_000);

test('an id that two machines use is ambiguous to every operation', async () => {
  const server = await startServerWithTwoMachines();
  const { jobs } = (await server.tool('list_jobs')).body;
  expect(jobs).toHaveLength(2);
  for (const operation of PAIRS.ambiguous_job) {
    const input = inputWith(operation, { job: 'm-1' });
    for (const { way, status, body } of await callAllWays(server, operation, input)) {
      expect([operation, way, status, body.code]).toEqual([operation, way, 409, 'ambiguous_job']);
      for (const { id } of jobs) expect(body.detail, `${operation}: ${way}`).toContain(id);
    }
  }
}, 120_000);
