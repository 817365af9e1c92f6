import { expect, test } from 'vitest';
import { callAllWays } from '../../../support/operations/call-all-ways.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { startServerWithMachine } from '../../../support/server-with-machine.ts';
import { runReport } from '../../../support/sync-reports.ts';
import { startTestServer } from '../../../support/test-server.ts';

test('a machine is renamed; what it calls itself stays, and names may collide', async () => {
  proves('OP-rename_machine');
  const { server } = await startServerWithMachine();
  const { body } = await server.tool('rename_machine', { machine: 'build-01', name: 'Ülker 1' });
  expect(body).toMatchObject({ name: 'Ülker 1', hostname: 'build-01.local' });
  expect((await server.tool('get_machine', { machine: 'Ülker 1' })).body.id).toBe(body.id);
  expect((await server.tool('get_machine', { machine: 'build-01' })).status).toBe(404);
  await server.pair('build-02');
  await server.tool('rename_machine', { machine: 'build-02', name: 'Ülker 1' });
  const input = { machine: 'Ülker 1', name: 'again' };
  for (const { way, status, body: refusal } of await callAllWays(server, 'rename_machine', input)) {
    expect([way, status, refusal.code]).toEqual([way, 409, 'ambiguous_machine']);
    expect(refusal.detail).toContain(body.id);
  }
});

test('a disconnected machine is out of lists, its token is void, what it was to do is cancelled', async () => {
  proves(
    'OP-disconnect_machine',
    'ERR-revoked',
    'ERR-revoked@rename_machine',
    'ERR-revoked@disconnect_machine',
  );
  const server = await startTestServer();
  const { baseUrl, machineToken: token } = server;
  const machine = scriptMachine({ baseUrl, token });
  await machine.sync();
  const pending = await server.tool('send_command', { machine: 'build-01', type: 'ping' });
  const { id } = (await server.tool('get_machine', { machine: 'build-01' })).body;
  const gone = await server.tool('disconnect_machine', { machine: 'build-01' });
  expect(gone.body).toMatchObject({ id, status: 'offline' });
  expect(gone.body.disconnected_at).not.toBe(null);
  await expect(machine.sync()).rejects.toThrow('401');
  const command = { command: pending.body.command_id };
  expect((await server.tool('get_command', command)).body).toMatchObject({
    status: 'cancelled',
    error: { code: 'revoked' },
  });
  expect((await server.tool('list_machines', {})).body.machines).toEqual([]);
  expect((await server.tool('get_machine', { machine: id })).body.id).toBe(id);
  for (const [operation, input] of [
    ['send_command', { machine: id, type: 'ping' }],
    ['run_skill', { machine: id, skill: 'deploy-check' }],
    ['rename_machine', { machine: id, name: 'x' }],
    ['disconnect_machine', { machine: id }],
    ['save_skill', { machine: id, skill: 'a', content: 'x' }],
    ['delete_skill', { machine: id, skill: 'a' }],
  ] as const) {
    for (const { way, status, body } of await callAllWays(server, operation, input)) {
      expect([way, status, body.code]).toEqual([way, 409, 'revoked']);
    }
  }
});

test('a disconnected machine keeps its name, and its history, until another has it', async () => {
  proves('ERR-revoked', 'ERR-ambiguous_machine', 'CONV-machine-name', 'OP-disconnect_machine');
  const server = await startTestServer();
  const { baseUrl, machineToken: token } = server;
  await scriptMachine({ baseUrl, token }).sync({ jobs: [runReport('a', { job: null })] });
  const { id } = (await server.tool('disconnect_machine', { machine: 'build-01' })).body;
  for (const machine of ['build-01', 'build-01.local', id]) {
    const ping = { machine, type: 'ping' };
    for (const { way, status, body } of await callAllWays(server, 'send_command', ping)) {
      expect([way, machine, status, body.code]).toEqual([way, machine, 409, 'revoked']);
    }
    expect((await server.tool('list_jobs', { machine })).body.jobs).toHaveLength(1);
    expect((await server.tool('get_machine', { machine })).body.id).toBe(id);
  }
  await server.pair('build-01');
  const again = (await server.tool('get_machine', { machine: 'build-01' })).body;
  expect([again.id === id, again.disconnected_at]).toEqual([false, null]);
  await server.tool('disconnect_machine', { machine: 'build-01' });
  const both = await server.tool('send_command', { machine: 'build-01', type: 'ping' });
  expect([both.status, both.body.code]).toEqual([409, 'ambiguous_machine']);
  expect(both.body.detail).toContain(`${again.id}, ${id}`);
});
