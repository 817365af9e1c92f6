import { resultFromTaskOutcome } from '@modelcontextprotocol/ext-tasks/client';
import { expect, test } from 'vitest';
import { takesAnswer } from '../../../support/bridge/asking-task.ts';
import {
  hostedTaskClient,
  RUN,
  startAskingTask,
  startHostedTask,
} from '../../../support/bridge/hosted-tasks.ts';
import { answersWith } from '../../../support/bridge/task-client.ts';
import { isOnPostgres } from '../../../support/postgres/test-database.ts';
import { proves } from '../../../support/proves.ts';
import { QUESTION } from '../../../support/server-with-machine.ts';
import { lockDatabase } from '../../../support/test-store.ts';

test('the official client puts the question to its person and has the result', async () => {
  proves('TASK-hosted', 'TASK-question', 'TASK-result');
  const { server } = await startAskingTask(takesAnswer);
  const client = hostedTaskClient(server, answersWith({ option: 'old' }));
  expect((await client.callTool('list_machines', {})).kind).toBe('immediate');
  const execution = await client.callTool('run_skill', RUN);
  if (execution.kind !== 'task') throw new Error('no task');
  const { outcome } = await execution.settle();
  expect(resultFromTaskOutcome(outcome)).toMatchObject({
    structuredContent: { headline: 'told old' },
  });
});

test('a question is a form, and its answer is sent once, also where it comes five times at once', async () => {
  proves('TASK-question', 'TASK-answer-once', 'TASK-audited');
  const { answer, key, sent, server, shown } = await startAskingTask();
  const { inputRequests } = await shown();
  expect(inputRequests[key].params.message).toContain(QUESTION.text);
  expect(inputRequests[key].params.requestedSchema.properties.option.default).toBe('main');
  const filled = { action: 'accept', content: { option: 'next', answer: 'Mind the gap' } };
  const all = await Promise.all(Array.from({ length: 5 }, () => answer(filled)));
  expect(all.map(({ error, result }) => [error, result?.resultType])).toEqual(
    all.map(() => [undefined, 'complete']),
  );
  await expect.poll(() => sent('job.answer').length).toBe(1);
  expect(sent('job.answer')[0]?.args).toMatchObject({
    answer: 'next\nMind the gap',
    options: ['next'],
  });
  expect((await shown()).statusMessage).toContain('an answer is on its way');
  await answer(filled);
  const { body } = await server.tool('list_commands', { type: 'job.answer' });
  expect(body.commands).toHaveLength(1);
  const { body: audit } = await server.tool('list_audit_log', { action: 'job.answer' });
  expect(audit.entries).toHaveLength(1);
});

test.each(['decline', 'cancel'])(
  'after %s of the person the task works again and says who answers',
  async (action) => {
    proves('TASK-declined', 'TASK-question-key');
    const { answer, key, report, server, shown } = await startAskingTask();
    expect((await answer({ action })).error).toBeUndefined();
    for (let process = 0; process < 2; process += 1) {
      const { status, statusMessage } = await shown();
      expect(status).toBe('working');
      expect(statusMessage).toContain('answer_job');
    }
    await answer({ action: 'accept', content: { option: 'main' } });
    const { body } = await server.tool('list_commands', { type: 'job.answer' });
    expect(body.commands).toEqual([]);
    const timeline = ['12:00', '12:05'].map((time) => ({
      at: `2026-10-01T${time}:00.000Z`,
      kind: 'question' as const,
      message: 'asks',
    }));
    await report({ status: 'waiting', question: QUESTION, timeline });
    const { inputRequests } = await shown();
    expect(Object.keys(inputRequests)).toHaveLength(1);
    expect(Object.keys(inputRequests)).not.toContain(key);
  },
);

test('what somebody else answered meanwhile is not answered again', async () => {
  proves('TASK-answer-once');
  const { answer, server, shown, taskId } = await startAskingTask();
  await server.tool('answer_job', { job: taskId.split(':')[2], answer: 'mine', wait_seconds: 0 });
  expect((await shown()).status).toBe('working');
  const late = await answer({ action: 'accept', content: { option: 'main' } });
  expect(late.result.resultType).toBe('complete');
  const { body } = await server.tool('list_commands', { type: 'job.answer' });
  expect(body.commands).toHaveLength(1);
});

test('a cancellation is that of cancel_job, once; a command and what has ended stay as they are', async () => {
  proves('TASK-cancel', 'TASK-audited');
  const { ask, report, sent, server, shown } = await startHostedTask();
  await report({ status: 'running' });
  expect((await ask('tasks/cancel')).result.resultType).toBe('complete');
  expect((await ask('tasks/cancel')).result.resultType).toBe('complete');
  await expect.poll(() => sent('job.cancel').length).toBe(1);
  const { body: audit } = await server.tool('list_audit_log', { action: 'job.cancel' });
  expect(audit.entries).toHaveLength(1);
  await report({ status: 'cancelled' });
  expect((await shown()).status).toBe('cancelled');
  expect((await ask('tasks/cancel')).error).toBeUndefined();
  expect(sent('job.cancel')).toHaveLength(1);
});

if (!isOnPostgres()) {
  test('an answer or a cancellation that may be lost says so once, and by which tool and id it is looked up', async () => {
    proves('TASK-lost');
    const { answer, ask, server, taskId } = await startAskingTask();
    lockDatabase(server.dataFolder);
    const [cancelled, answered] = await Promise.all([
      ask('tasks/cancel'),
      answer({ action: 'accept', content: { option: 'main' } }),
    ]);
    const job = taskId.split(':')[2];
    const look = `The database cannot be reached now. Look it up with get_job and {"job":"${job}"}.`;
    expect([cancelled.error.message, answered.error.message]).toEqual([
      `The job may not have been cancelled: ${look}`,
      `The answer may not have reached the job: ${look}`,
    ]);
    expect(answered.error.data).toMatchObject({ code: 'unavailable', status: 503 });
  });
}
