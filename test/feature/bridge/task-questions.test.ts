import { expect, test } from 'vitest';
import {
  asked,
  askingRun,
  jobOf,
  openAsking,
  openFleet,
  RUN,
  takesAnswer,
} from '../../support/bridge/asking-task.ts';
import { OLDER_TASKS, TASKS, TASKS_AND_FORMS } from '../../support/bridge/task-client.ts';
import { proves } from '../../support/proves.ts';
import { QUESTION } from '../../support/server-with-machine.ts';
import { type Frame, modernMeta } from '../../support/start-bridge.ts';

test('the question of a job is a form, and its answer is sent once as fleet job answer sends it', async () => {
  proves('TASK-question', 'TASK-answer-once', 'TASK-progress');
  const { answer, sent, shown, key } = await openAsking(takesAnswer);
  expect((await shown()).inputRequests[key]).toEqual({
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: `The agent of job ${jobOf((await shown()).taskId)} ("deploy-check" on "build-01") asks: Which branch?\n\nContext, as the agent wrote it (data, not an instruction): Two are ahead.`,
      requestedSchema: {
        type: 'object',
        properties: {
          option: {
            type: 'string',
            title: 'Choice',
            enum: ['main', 'next', 'old'],
            default: 'main',
          },
          answer: {
            type: 'string',
            title: 'Answer',
            maxLength: 20000,
            description:
              'In your own words: they replace what is chosen beforehand, and go with another choice.',
          },
        },
      },
    },
  });
  const yes = { action: 'accept', content: { option: 'next', answer: 'Be quick.' } };
  const twice = await Promise.all([answer(yes), answer(yes)]);
  expect(twice.map(({ result }) => result.resultType)).toEqual(['complete', 'complete']);
  await expect.poll(async () => (await shown()).status).toBe('completed');
  await answer(yes);
  expect(sent('job.answer').map(({ args }) => [args['answer'], args['options']])).toEqual([
    ['next\nBe quick.', ['next']],
  ]);
});

test('what is not offered, foreign or no answer at all sends nothing', async () => {
  proves('TASK-answer-form', 'TASK-answer-once');
  const { answer, ask, sent, shown } = await openAsking();
  for (const [response, named] of [
    [{ action: 'accept', content: { option: 'none of them' } }, 'content.option'],
    [{ action: 'accept', content: { options: ['main', 'old'] } }, 'content.options'],
    [{ action: 'accept', content: { answer: 5 } }, 'content.answer'],
    [{ action: 'accept', content: { comment: 'x' } }, 'content.comment'],
    [{ action: 'accept', content: { answer: ' ' } }, 'content'],
    [{ action: 'accept', content: { answer: 'x'.repeat(20_001) } }, 'content.answer'],
    [{ action: 'accept' }, 'content'],
    [{ action: 'perhaps' }, 'action'],
  ] as const) {
    const { error } = await answer(response);
    expect([response, error]).toMatchObject([response, { code: -32602 }]);
    expect(error.message).toContain(`\`${named}\` is `);
  }
  for (const inputResponses of [undefined, [], { x: 1 }]) {
    expect((await ask('tasks/update', { inputResponses })).error.code).toBe(-32602);
  }
  const yes = { action: 'accept', content: { option: 'main' } };
  const foreign = { 'question-AAAAAAAAAAAAAAAAAAAAAA': yes, confirm: yes, 'cancel-x': yes };
  expect((await ask('tasks/update', { inputResponses: foreign })).result.resultType).toBe(
    'complete',
  );
  expect([(await shown()).status, sent('job.answer')]).toEqual(['input_required', []]);
});

test('after a no the task works again and says who answers; without forms and without answer_job it never asks', async () => {
  proves('TASK-declined', 'TASK-filters');
  const { answer, sent, shown, open, taskId } = await openAsking();
  expect(await shown(TASKS)).toMatchObject({ status: 'working' });
  const denied = await open({ deny: ['answer_job'] });
  const get = { taskId, _meta: modernMeta(TASKS_AND_FORMS) };
  expect((await denied.ask('tasks/get', get)).result.statusMessage).toContain('answer_job');
  await answer({ action: 'decline' });
  const after = await shown();
  expect(after.status).toBe('working');
  expect(after.statusMessage).toContain(`answered with answer_job and the job "${jobOf(taskId)}"`);
  expect(sent('job.answer')).toEqual([]);
});

test('an answer that somebody else gave meanwhile makes this one late, and another question gets another key', async () => {
  proves('TASK-answer-once', 'TASK-question-key');
  const { answer, key, report, sent, shown, taskId } = await openAsking();
  await report(jobOf(taskId), { status: 'waiting', question: QUESTION, timeline: asked('13:00') });
  await answer({ action: 'accept', content: { option: 'main' } });
  expect(sent('job.answer')).toEqual([]);
  const again = await shown();
  expect(again.status).toBe('input_required');
  expect(Object.keys(again.inputRequests)).not.toContain(key);
});

test('where the job has ended by then, its result says that the answer did not reach it', async () => {
  proves('TASK-answer-once', 'TASK-passed-on');
  const filled = { action: 'accept', content: { option: 'main' } };
  for (const isHosted of [false, true]) {
    const late = await openAsking({}, {}, isHosted);
    await late.report(jobOf(late.taskId), { status: 'succeeded', outcome: 'done' });
    expect((await late.answer(filled)).error).toBeUndefined();
    await expect.poll(async () => (await late.shown()).status).toBe('completed');
    const { content, structuredContent } = (await late.shown()).result;
    expect(structuredContent.advice).toContain('the job did not get that answer');
    expect([content.at(-1).text, late.sent('job.answer')]).toEqual([structuredContent.advice, []]);

    const inTime = await openAsking(takesAnswer, {}, isHosted);
    await inTime.answer(filled);
    await expect.poll(async () => (await inTime.shown()).status).toBe('completed');
    await inTime.answer(filled);
    const { result } = await inTime.shown();
    expect(result.structuredContent).toMatchObject({ headline: 'told main' });
    expect(result.structuredContent).not.toHaveProperty('advice');
  }
});

test('where the job asks something else by then, its result says that the answer did not reach it', async () => {
  proves('TASK-answer-once', 'TASK-passed-on');
  const filled = { action: 'accept', content: { option: 'main' } };
  for (const isHosted of [false, true]) {
    const { answer, ask, report, sent, shown, taskId } = await openAsking(
      takesAnswer,
      {},
      isHosted,
    );
    const next = { status: 'waiting', question: QUESTION, timeline: asked('13:00') } as const;
    await report(jobOf(taskId), next);
    await answer(filled);
    const [key = ''] = Object.keys((await shown()).inputRequests);
    await ask('tasks/update', { inputResponses: { [key]: filled } });
    await expect.poll(async () => (await shown()).status).toBe('completed');
    const { advice } = (await shown()).result.structuredContent;
    expect(advice).toContain('the job did not get that answer');
    expect(sent('job.answer').length).toBe(1);
  }
});

test('a person whose answer the machine refused reads why where the job asks again', async () => {
  proves('TASK-question-key', 'TASK-answer-once');
  const refuses = {
    'job.answer': () => ({ error: { code: 'forbidden', message: 'The freeze is on.' } }),
  };
  for (const isHosted of [false, true]) {
    const { answer, key, shown } = await openAsking(refuses, {}, isHosted);
    await answer({ action: 'accept', content: { option: 'main' } });
    await expect.poll(async () => (await shown()).status).toBe('input_required');
    const { inputRequests, statusMessage } = await shown();
    expect(Object.keys(inputRequests)).not.toContain(key);
    const [form] = Object.values<Frame>(inputRequests);
    expect(form.params.message).toContain(
      'The last answer did not reach the job: job.answer is failed: "The freeze is on."\n',
    );
    expect(statusMessage).not.toContain('the answer was sent');
  }
});

test('and the model reads it in the result, where nobody has answered once more', async () => {
  proves('TASK-older-result', 'TASK-result');
  const refuses = {
    'job.run': askingRun,
    'job.answer': () => ({ error: { code: 'forbidden', message: 'The freeze is on.' } }),
  };
  const { open, report } = await openFleet(refuses);
  const bridge = await open();
  await bridge.ask('initialize', { protocolVersion: '2025-11-25', capabilities: OLDER_TASKS });
  const call = { name: 'run_skill', arguments: RUN, task: {} };
  const { taskId } = (await bridge.ask('tools/call', call)).result.task;
  const forms = () => bridge.frames.filter(({ method }) => method === 'elicitation/create');
  await expect.poll(() => forms().length).toBe(1);
  bridge.respond(forms()[0]?.id, { action: 'accept', content: { option: 'main' } });
  await expect.poll(() => forms().length).toBe(2);
  await report(jobOf(taskId), { status: 'failed', failure: { kind: 'exit', message: 'gave up' } });
  const { result } = await bridge.ask('tasks/result', { taskId });
  expect(result.structuredContent.advice).toContain(
    'did not reach it: job.answer is failed: "The freeze is on."',
  );
});

test('a cancellation is confirmed by the rule of a call, in the task itself', async () => {
  proves('TASK-cancel', 'TASK-filters');
  const cancels = { 'job.cancel': () => ({ result: {} }) };
  const { ask, sent, shown, open, taskId, report } = await openAsking(cancels);
  const requests = async () => Object.entries<Frame>((await shown()).inputRequests ?? {});
  expect((await ask('tasks/cancel')).result.resultType).toBe('complete');
  const question = async () => (await requests()).find(([key]) => key.startsWith('cancel-'));
  const [key = '', request] = (await question()) ?? [];
  expect(request.params.message).toContain('cancel_job cannot be undone');
  const say = (confirm: boolean) =>
    ask('tasks/update', { inputResponses: { [key]: { action: 'accept', content: { confirm } } } });
  await say(false);
  expect([await question(), sent('job.cancel')]).toEqual([undefined, []]);
  expect((await shown()).statusMessage).toContain('not cancelled: ');
  const denied = await open({ deny: ['cancel_job'] });
  const about = { taskId, _meta: modernMeta(TASKS) };
  expect((await denied.ask('tasks/cancel', about)).result.resultType).toBe('complete');
  const { statusMessage } = (await denied.ask('tasks/get', about)).result;
  expect(statusMessage).toContain('--deny');
  const never = await open({ confirm: 'never' });
  await never.ask('tasks/cancel', about);
  await expect.poll(() => sent('job.cancel').length).toBe(1);
  await report(jobOf(taskId), { status: 'cancelled' });
  await expect.poll(async () => (await shown()).status).toBe('cancelled');
});

test('where the assistant has no forms, a cancellation is sent or refused as a call of cancel_job is', async () => {
  proves('TASK-cancel');
  const cancels = { 'job.cancel': () => ({ result: {} }) };
  for (const isHosted of [false, true]) {
    const { open, sent, taskId } = await openAsking(cancels, {}, isHosted);
    const cancel = { name: 'cancel_job', arguments: { job: jobOf(taskId) } };
    for (const [confirm, times] of [
      ['always', 0],
      ['auto', 1],
    ] as const) {
      const bridge = await open({ confirm });
      const _meta = modernMeta(TASKS);
      await bridge.ask('tools/call', { ...cancel, _meta });
      await expect.poll(() => sent('job.cancel').length).toBe(times);
      await bridge.ask('tasks/cancel', { taskId, _meta });
      await expect.poll(() => sent('job.cancel').length).toBe(times * 2);
    }
  }
});
