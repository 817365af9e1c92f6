import { expect, test } from 'vitest';
import { callAllWays } from '../../../support/operations/call-all-ways.ts';
import { proves } from '../../../support/proves.ts';
import {
  startServerWithMachine,
  startServerWithWaitingJob,
} from '../../../support/server-with-machine.ts';

const SECRET = 'never-in-the-log';

test('every change and command is in the audit log, by whom, and nothing of its content', async () => {
  proves('FIELD-audit');
  proves('OP-list_audit_log');
  const { server, job } = await startServerWithWaitingJob({
    'job.answer': () => ({ result: { delivered: true, resumed: false } }),
    'skill.save': () => ({ result: { skill: 'new-one', created: true } }),
  });
  const { machine } = (await server.tool('get_job', { job })).body;
  const run = { machine, skill: 'deploy-check', payload: { a: SECRET }, headers: { a: SECRET } };
  const { command_id: command } = (await server.tool('run_skill', run)).body;
  await server.tool('answer_job', { job, answer: SECRET });
  await server.tool('save_skill', { machine, skill: 'new-one', content: SECRET });
  await server.tool('rename_machine', { machine, name: 'renamed' });
  await server.tool('update_settings', { name: 'Renamed' });
  await server.tool('send_command', { machine, type: 'ping' });
  const { body, text } = await server.tool('list_audit_log', { limit: 100 });
  expect(text).not.toContain(SECRET);
  const actions = body.entries.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(
    expect.arrayContaining([
      'skill.run',
      'job.answer',
      'skill.save',
      'machine.rename',
      'machine.pair',
      'settings.update',
      'command.ping',
    ]),
  );
  const entry = body.entries.find(({ command_id: id }: { command_id?: string }) => id === command);
  expect(entry).toMatchObject({
    action: 'skill.run',
    actor: { kind: 'api_key', name: 'first admin key' },
    machine,
    skill: 'deploy-check',
  });
  expect(entry.id).toMatch(/^aud_/);
  const ids = body.entries.map(({ id }: { id: string }) => id);
  expect(ids).toEqual([...ids].sort().reverse());
});

test('the audit log is filtered by an action or a prefix, paged, and for admins only', async () => {
  proves('OP-list_audit_log');
  const { server } = await startServerWithMachine();
  for (let sent = 0; sent < 3; sent += 1) {
    await server.tool('send_command', { machine: 'build-01', type: 'ping' });
  }
  await server.tool('send_command', { machine: 'build-01', type: 'stats.get' });
  const actionsOf = async (input: object) =>
    (await server.tool('list_audit_log', input)).body.entries.map(
      ({ action }: { action: string }) => action,
    );
  expect(await actionsOf({ action: 'command.' })).toEqual([
    'command.stats.get',
    ...Array(3).fill('command.ping'),
  ]);
  expect(await actionsOf({ action: 'command.ping' })).toHaveLength(3);
  for (const nothing of ['command', 'comm.', 'command_.', '%.', 'ping']) {
    expect([nothing, await actionsOf({ action: nothing })]).toEqual([nothing, []]);
  }
  const first = (await server.tool('list_audit_log', { action: 'command.', limit: 3 })).body;
  const rest = { action: 'command.', limit: 3, before: first.next_before };
  for (const { way, body } of await callAllWays(server, 'list_audit_log', rest)) {
    expect([way, body.entries.length, body.next_before]).toEqual([way, 1, null]);
  }
  for (const scope of ['read', 'run'] as const) {
    expect((await server.tool('list_audit_log', {}, scope)).body.code).toBe('forbidden');
  }
});
