import { expect, test } from 'vitest';
import { asked } from '../../../support/bridge/asking-task.ts';
import { askHosted, RUN } from '../../../support/bridge/hosted-tasks.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { foreignKey } from '../../../support/foreign-key.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { QUESTION } from '../../../support/server-with-machine.ts';
import { runReport } from '../../../support/sync-reports.ts';
import { startTestServer } from '../../../support/test-server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

test('the task of a job that history has let go is unknown, and nothing of its questions is left', async () => {
  proves('TASK-ttl', 'TASK-id');
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const machine = scriptMachine({ baseUrl: server.baseUrl, token: server.machineToken });
  await machine.sync();
  const call = { name: 'run_skill', arguments: RUN };
  const { taskId } = (await askHosted(server, 'tools/call', call)).result;
  await machine.sync();
  const job = taskId.split(':')[2];
  const asks = { status: 'waiting', question: QUESTION, timeline: asked('12:00') } as const;
  await machine.sync({ jobs: [runReport(job, asks)] });
  const get = () => askHosted(server, 'tasks/get', { taskId });
  const [key = ''] = Object.keys((await get()).result.inputRequests);
  await askHosted(server, 'tasks/update', {
    taskId,
    inputResponses: { [key]: { action: 'decline' } },
  });
  const closed = () =>
    server.service.store.read((db) => db.selectFrom('closed_questions').selectAll().execute());
  expect(await closed()).toHaveLength(1);
  await machine.sync({ jobs: [runReport(job, { status: 'succeeded', outcome: 'done' })] });
  expect((await get()).result).toMatchObject({ status: 'completed', ttlMs: 90 * DAY_MS });
  clock.sleep(91 * DAY_MS);
  const isGone = async () => {
    clock.sleep(61_000);
    return (await get()).error?.code;
  };
  await expect.poll(isGone).toBe(-32602);
  expect(await closed()).toEqual([]);
});

test('what was made for one organisation, and parts of it put together anew, say nothing to another', async () => {
  proves('TASK-hosted-id', 'TASK-id');
  const server = await startTestServer();
  const headers = { authorization: `Bearer ${await foreignKey(server)}` };
  const job = { machine: 'build-01', type: 'ping' };
  const call = { name: 'send_command', arguments: job };
  const own: string = (await askHosted(server, 'tools/call', call)).result.taskId;
  const theirs = await askHosted(server, 'tasks/get', { taskId: own }, { headers });
  expect(theirs.error.code).toBe(-32602);
  const other = { ...call, arguments: { ...job, type: 'service.status' } };
  const foreign: string = (await askHosted(server, 'tools/call', other)).result.taskId;
  const [operation, kind, id, created, mac] = own.split(':');
  const parts = foreign.split(':');
  const forged = [
    [operation, kind, parts[2], created, mac].join(':'),
    [operation, kind, id, created, parts[4]].join(':'),
    [operation, kind, id, '0', mac].join(':'),
    [operation, kind, `${id}%00`, created, mac].join(':'),
    [operation, kind, id, created, mac?.toLowerCase()].join(':'),
    `${own}=`,
    own.replaceAll('_', '%5F'),
  ];
  for (const taskId of forged) {
    const { error } = await askHosted(server, 'tasks/get', { taskId });
    expect([taskId, error?.code, error?.message]).toEqual([
      taskId,
      -32602,
      'Task not found: `taskId` names no task of this key that is still kept.',
    ]);
  }
  expect((await askHosted(server, 'tasks/get', { taskId: own })).result.status).toBe('working');
});
