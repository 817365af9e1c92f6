import { expect, test } from 'vitest';
import {
  asking,
  choose,
  isWithdrawn,
  looks,
  openChangingTask,
} from '../../support/bridge/changing-task.ts';
import { proves } from '../../support/proves.ts';
import { sendProblem } from '../../support/scripted-mcp-server.ts';

test('the form after one that was taken back has nothing chosen, and what is chosen there counts', async () => {
  proves('TASK-older', 'ASK-held-call');
  const { bridge, form, job, upstream } = await openChangingTask();
  const first = await form(0);
  job.question = asking('Delete which?');
  const second = await form(1);
  const { option, answer } = second.params.requestedSchema.properties;
  expect(first.params.requestedSchema.properties.option.default).toBe('main');
  expect(option).not.toHaveProperty('default');
  expect(answer.description).toContain('with the choice or instead of it');
  // Chosen by the person and not beforehand: words do not replace it.
  bridge.respond(second.id, choose('main', 'not today'));
  await expect.poll(() => upstream.callsOf('answer_job').length).toBe(1);
  const [sent] = upstream.callsOf('answer_job');
  expect(sent?.message.params.arguments).toMatchObject({ option: 'main' });
  job.question = asking('And then?');
  expect((await form(2)).params.requestedSchema.properties.option.default).toBe('main');
});

test.each(['in_progress', 'needs_input'])(
  'an answer to a form that was taken back is told at once and in the result, where the job is %s then',
  async (state) => {
    proves('TASK-older', 'ASK-held-call');
    const { bridge, ended, form, job, told, upstream } = await openChangingTask();
    const { id } = await form(0);
    job.state = state;
    job.question = asking('Delete which?');
    const { params } = await bridge.frame(isWithdrawn);
    expect(params).toEqual({ requestId: id, reason: 'The job no longer asks this.' });
    bridge.respond(id, choose('next'));
    await told('the job did not get that answer');
    expect((await ended()).advice).toContain('the job did not get that answer');
    expect(upstream.callsOf('answer_job')).toHaveLength(0);
  },
);

test('a form that was taken back and closed without an answer is nothing to tell', async () => {
  proves('TASK-older');
  const { bridge, ended, form, job } = await openChangingTask();
  const { id } = await form(0);
  job.state = 'in_progress';
  await bridge.frame(isWithdrawn);
  bridge.respond(id, { action: 'cancel' });
  expect(await ended()).not.toHaveProperty('advice');
});

test('where the answer was not sent, as the job could not be looked up, the person is asked once more when it can', async () => {
  proves('TASK-older');
  const task = await openChangingTask();
  const { away, bridge, form, forms, told, upstream } = task;
  const first = await form(0);
  away.is = true;
  bridge.respond(first.id, choose('next'));
  await told('could not be looked up');
  await looks(task, 3);
  // Who answers at once would lose the answer once more.
  expect(forms()).toHaveLength(1);
  away.is = false;
  const { id, params } = await form(1);
  expect(params).toEqual(first.params);
  bridge.respond(id, choose('next'));
  await expect.poll(() => upstream.callsOf('answer_job').length).toBe(1);
});

test('an assistant that answers by itself is not asked for ever where the service comes and goes', async () => {
  proves('TASK-older');
  const task = await openChangingTask();
  const { away, bridge, form, forms } = task;
  for (const at of [0, 1]) {
    const { id } = await form(at);
    away.is = true;
    bridge.respond(id, choose('next'));
    await looks(task, 2);
    away.is = false;
    await looks(task, 2);
  }
  expect(forms()).toHaveLength(2);
});

test.each(['decline', 'cancel'])(
  'a form that was left open while the service is away (%s) is told as that, and not put again',
  async (action) => {
    proves('TASK-older');
    const task = await openChangingTask();
    const { away, bridge, form, forms, told } = task;
    const { id } = await form(0);
    away.is = true;
    bridge.respond(id, { action });
    const { params } = await told('its person was asked and did not answer');
    expect(params.statusMessage).not.toContain('The answer may not');
    away.is = false;
    await told('it is answered with answer_job');
    await looks(task, 2);
    expect(forms()).toHaveLength(1);
  },
);

test('what came of an answer stands in the task until its job changes, also where that has no times', async () => {
  proves('TASK-older');
  const task = await openChangingTask();
  const { bridge, form, job, taskId, upstream } = task;
  const { answer } = upstream;
  upstream.answer = (request, response) =>
    request.message.params.name === 'answer_job'
      ? sendProblem(response, 403, 'forbidden')
      : answer?.(request, response);
  const { id } = await form(0);
  bridge.respond(id, choose('next'));
  const shown = async () => (await bridge.ask('tasks/get', { taskId })).result;
  await expect.poll(async () => (await shown()).statusMessage).toContain('not answered');
  const { lastUpdatedAt } = await shown();
  await looks(task, 3);
  expect(await shown()).toMatchObject({
    statusMessage: expect.stringContaining('not answered'),
    lastUpdatedAt,
  });
  job.question = asking('And then?');
  await form(1);
  expect((await shown()).statusMessage).not.toContain('not answered');
});

test.each([
  [403, 'not answered', 'was refused, and the job did not get it'],
  [503, 'may not have reached', 'may have reached the job'],
])(
  'and in its result, where the answer was refused or got lost (%i)',
  async (status, note, what) => {
    proves('TASK-older-result');
    const { bridge, ended, form, told, upstream } = await openChangingTask();
    const { answer } = upstream;
    upstream.answer = (request, response) =>
      request.message.params.name === 'answer_job'
        ? sendProblem(response, status, 'denied_by_machine')
        : answer?.(request, response);
    const { id } = await form(0);
    bridge.respond(id, choose('next'));
    await told(note);
    const { advice } = await ended();
    expect(advice).toContain(what);
    expect(advice).not.toContain('somebody else');
    expect(upstream.callsOf('answer_job')).toHaveLength(1);
  },
);

const NOBODY = 'Nobody answered.';

test.each([
  [false, 0, 1],
  [true, 0, 1],
  [false, 3_000_000, 1],
  [false, 4_000_000, 0],
])(
  'an answer that comes within an hour after its five minutes reaches the job that asks still (service away: %s, %s ms later)',
  async (isAway, laterMs, sent) => {
    proves('TASK-older');
    const task = await openChangingTask();
    const { away, bridge, clock, form, forms, upstream } = task;
    const { id } = await form(0);
    away.is = isAway;
    clock.advance(300_000);
    expect((await bridge.frame(isWithdrawn)).params).toEqual({ requestId: id, reason: NOBODY });
    await looks(task, 2);
    away.is = false;
    await looks(task, 2);
    clock.advance(laterMs);
    bridge.respond(id, choose('next'));
    await expect.poll(() => upstream.callsOf('answer_job').length).toBe(sent);
    await looks(task, 2);
    expect(upstream.callsOf('answer_job')).toHaveLength(sent);
    expect(forms()).toHaveLength(1);
  },
);

test.each(['in_progress', 'needs_input', 'done'])(
  'and where the job is %s by then, it is told that it did not get the answer',
  async (state) => {
    proves('TASK-older');
    const task = await openChangingTask();
    const { bridge, clock, ended, form, job, told, upstream } = task;
    const { id } = await form(0);
    clock.advance(300_000);
    await bridge.frame(isWithdrawn);
    job.state = state;
    job.question = asking('Delete which?');
    if (state === 'done') await ended();
    else await looks(task, 2);
    bridge.respond(id, choose('next'));
    await told('the job did not get that answer');
    expect((await ended()).advice).toContain('the job did not get that answer');
    expect(upstream.callsOf('answer_job')).toHaveLength(0);
  },
);

test('of an answer to one of the newest hundred forms that were taken back it is told, and what was before takes no memory', async () => {
  proves('TASK-older');
  const { bridge, form, forms, job, told } = await openChangingTask();
  for (let at = 0; at <= 101; at += 1) {
    job.question = asking(`Which of ${at}?`);
    await form(at);
  }
  const [oldest, next] = forms();
  const notes = () => JSON.stringify(bridge.frames).split('the job did not get that answer').length;
  bridge.respond(oldest?.id, choose('next'));
  bridge.respond(next?.id, choose('next'));
  await told('the job did not get that answer');
  expect(notes()).toBe(2);
});

test('the form after one that timed out has nothing chosen: some assistants leave that open', async () => {
  proves('TASK-older');
  const task = await openChangingTask();
  const { bridge, clock, form, job } = task;
  await form(0);
  clock.advance(300_000);
  await bridge.frame(isWithdrawn);
  job.question = asking('Delete which?');
  const { params } = await form(1);
  expect(params.requestedSchema.properties.option).not.toHaveProperty('default');
});
