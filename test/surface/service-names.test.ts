import { expect, test } from 'vitest';
import { OPERATIONS, SERVICE_PAIRS } from '../requirements.ts';
import { proves } from '../support/proves.ts';
import { startTestServer } from '../support/server.ts';
import { type Input, leastInput } from './samples.ts';
import { startTwins } from './twins.ts';
import { callAllWays } from './ways.ts';

proves(
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
);

function inputWith(operation: keyof typeof OPERATIONS, changes: Input): Input {
  return { ...leastInput(OPERATIONS[operation].input), ...changes };
}

test.each(SERVICE_PAIRS.unknown_machine.filter((name) => name !== 'replay_delivery'))(
  '%s of a machine that is not there',
  async (operation) => {
    const server = await startTestServer();
    const input = inputWith(operation, { machine: 'nobody' });
    for (const { way, status, body } of await callAllWays(server, operation, input)) {
      expect([way, status, body.code]).toEqual([way, 404, 'unknown_machine']);
    }
  },
);

test.each(SERVICE_PAIRS.ambiguous_machine.filter((name) => name !== 'replay_delivery'))(
  '%s of a name that two have',
  async (operation) => {
    const server = await startTwins();
    const { machines } = (await server.tool('list_machines')).body;
    const input = inputWith(operation, { machine: 'twin.local' });
    for (const { way, status, body } of await callAllWays(server, operation, input)) {
      expect([way, status, body.code]).toEqual([way, 409, 'ambiguous_machine']);
      for (const { id } of machines) expect(body.detail).toContain(id);
    }
  },
);

test.each(SERVICE_PAIRS.unknown_job)('%s of a job that is not there', async (operation) => {
  const server = await startTestServer();
  const input = inputWith(operation, { job: 'nothing' });
  for (const { way, status, body } of await callAllWays(server, operation, input)) {
    expect([way, status, body.code]).toEqual([way, 404, 'unknown_job']);
  }
});

test.each(SERVICE_PAIRS.ambiguous_job)('%s of an id that two machines use', async (operation) => {
  const server = await startTwins();
  const { jobs } = (await server.tool('list_jobs')).body;
  expect(jobs).toHaveLength(2);
  const input = inputWith(operation, { job: 'm-1' });
  for (const { way, status, body } of await callAllWays(server, operation, input)) {
    expect([way, status, body.code]).toEqual([way, 409, 'ambiguous_job']);
    for (const { id } of jobs) expect(body.detail).toContain(id);
  }
});
