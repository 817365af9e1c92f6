import { expect, test } from 'vitest';
import { CONVENTIONS } from '../../../requirements.ts';
import { callAllWays, type OperationName } from '../../../support/operations/call-all-ways.ts';
import type { Input } from '../../../support/operations/sample-inputs.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { runReport } from '../../../support/sync-reports.ts';
import { startTestServer } from '../../../support/test-server.ts';

const TYPES = CONVENTIONS['CONV-commands-table'].types;

test('send_command needs the scope of the command, and so does reading it back', async () => {
  proves('ERR-forbidden@send_command', 'ERR-forbidden@get_command', 'AUTH-command-scope');
  const server = await startTestServer();
  const machine = 'build-01';
  for (const type of ['logs.tail', 'config.get', 'config.patch', 'service.restart']) {
    for (const scope of ['read', 'run'] as const) {
      const answers = await callAllWays(server, 'send_command', { machine, type }, scope);
      const expected = answers.map(({ way }) => [way, 403, 'forbidden']);
      expect(answers.map(({ way, status, body }) => [way, status, body.code])).toEqual(expected);
    }
  }
  const sent = await server.tool('send_command', { machine, type: 'logs.tail' });
  expect(sent.status).toBe(202);
  const input = { command: sent.body.command_id };
  for (const { way, status, body } of await callAllWays(server, 'get_command', input, 'run')) {
    expect([way, status, body.code]).toEqual([way, 403, 'forbidden']);
  }
  for (const { way, body } of await callAllWays(server, 'get_command', input)) {
    expect([way, body.code]).toEqual([way, undefined]);
  }
});

test('a command that is no protocol command is a 400, an id of nothing a 404', async () => {
  proves('ERR-unknown_command@send_command', 'ERR-unknown_command@get_command');
  const server = await startTestServer();
  for (const type of ['reboot', 'job.run', 'toString', '__proto__']) {
    const input = { machine: 'build-01', type };
    for (const { way, status, body } of await callAllWays(server, 'send_command', input)) {
      expect([way, type, status, body.code]).toEqual([way, type, 400, 'unknown_command']);
    }
  }
  const input = { command: 'cmd_nothing' };
  for (const { way, status, body } of await callAllWays(server, 'get_command', input)) {
    expect([way, status, body.code]).toEqual([way, 404, 'unknown_command']);
  }
});

test('every command type takes its named arguments and no others', async () => {
  proves('ERR-invalid_args', 'ERR-invalid_args@send_command', 'CONV-commands-table');
  const server = await startTestServer();
  for (const type of Object.keys(TYPES)) {
    const input = { machine: 'build-01', type, args: { nonsense: 1 } };
    for (const { way, status, body } of await callAllWays(server, 'send_command', input)) {
      expect([way, type, status, body.code]).toEqual([way, type, 400, 'invalid_args']);
      expect(body.detail).toContain('nonsense');
    }
  }
  for (const [type, args] of Object.entries(GOOD_ARGS)) {
    expect(Object.keys(args).sort(), type).toEqual([...(named(type) ?? [])].sort());
    const { status } = await server.tool('send_command', { machine: 'build-01', type, args });
    expect([type, status]).toEqual([type, 202]);
  }
  const set = Object.fromEntries(Array.from({ length: 101 }, (_, place) => [`name${place}`, 1]));
  const many = { machine: 'build-01', type: 'config.patch', args: { set } };
  const refused = (await server.tool('send_command', many)).body;
  expect(refused).toMatchObject({
    code: 'invalid_args',
    detail: expect.stringMatching(
      /^`args.set` is .*; allowed is an object of up to 100 members\.$/,
    ),
  });
  const later = { machine: 'build-01', type: 'service.restart', args: { when: 'later' } };
  expect((await server.tool('send_command', later)).body.code).toBe('invalid_args');
});

/** Each type's named arguments, all given. */
const GOOD_ARGS: Readonly<Record<keyof typeof TYPES, Input>> = {
  ping: {},
  'health.get': { deep: true, refresh: true },
  'runners.get': { refresh: true },
  'logs.tail': { lines: 100 },
  'config.get': {},
  'config.patch': { set: { 'policy.mode': 'control' }, unset: ['name'] },
  'service.status': {},
  'service.restart': { when: 'idle' },
  'update.check': {},
  'update.install': {},
  'schedules.list': {},
  'schedule.run': { name: 'nightly' },
  'stats.get': { since: '2026-10-01' },
  'secret.list': {},
  'expose.status': {},
  'job.list': {},
  'delivery.list': {},
};

function named(type: string): readonly string[] | undefined {
  return Object.entries(TYPES).find(([name]) => name === type)?.[1];
}

const DENIED: Readonly<Partial<Record<OperationName, Input>>> = {
  get_skill: { machine: 'build-01', skill: 'deploy-check', wait_seconds: 5 },
  run_skill: { machine: 'build-01', skill: 'deploy-check', wait_seconds: 5 },
  send_command: { machine: 'build-01', type: 'schedule.run', args: { name: 'a' }, wait_seconds: 5 },
  answer_job: { job: 'm-1', answer: 'yes', wait_seconds: 5 },
  get_job_artifact: { job: 'm-1', artifact: 'stdout', wait_seconds: 5 },
};

test('what the policy of a machine refuses is a 409 that says so', async () => {
  proves(
    'ERR-denied_by_machine@get_skill',
    'ERR-denied_by_machine@run_skill',
    'ERR-denied_by_machine@send_command',
    'ERR-denied_by_machine@answer_job',
    'ERR-denied_by_machine@get_job_artifact',
  );
  const server = await startTestServer();
  const error = { code: 'denied_by_machine', message: 'the deny list names it' };
  const machine = scriptMachine({
    baseUrl: server.baseUrl,
    token: server.machineToken,
    reply: () => ({ error }),
  });
  const waiting = {
    ...runReport('m-1'),
    job: null,
    machine_job_id: 'm-1',
    status: 'waiting',
  } as const;
  await machine.sync({ jobs: [waiting] });
  machine.start();
  for (const [operation, input] of Object.entries(DENIED)) {
    const answers = await callAllWays(server, operation as OperationName, input);
    for (const { way, status, body } of answers) {
      expect([way, status, body.code]).toEqual([way, 409, 'denied_by_machine']);
      expect(body.detail).toContain('the deny list names it');
    }
  }
});
