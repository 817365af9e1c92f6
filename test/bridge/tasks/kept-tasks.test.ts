import { expect, test } from 'vitest';
import { createInFlight } from '../../../src/bridge/session/in-flight.ts';
import { createKeptTasks, isDropped } from '../../../src/bridge/tasks/kept-tasks.ts';
import { createOlderTasks } from '../../../src/bridge/tasks/older-tasks.ts';
import { newEntry, type TaskEntry } from '../../../src/bridge/tasks/task-entry.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

function newTask(at: number) {
  const name = {
    operation: 'list_jobs',
    kind: 'command',
    id: `done-${at}`,
    createdMs: at,
  } as const;
  return newEntry({ taskId: `task-${at}`, name, mac: (text) => text }, at);
}

function ended(at: number, chars: number) {
  const entry = newTask(at);
  const result = { content: [{ type: 'text', text: 'x'.repeat(chars) }] };
  entry.state = { status: 'completed', statusMessage: '', result };
  entry.lookedAtMs = at;
  return entry;
}

test('large results go before small ones, and the newest stays whatever its size', () => {
  proves('TASK-older-result');
  const kept = createKeptTasks();
  const sizes = [10, 20_000_000, 20_000_000, 10, 40_000_000];
  const entries = sizes.map((chars, at) => kept.keep(ended(at, chars)));
  kept.dropResults();
  expect(entries.map(isDropped)).toEqual([false, true, false, false, false]);
});

test('the questions of many tasks are kept within the same room, and one that went is dropped as a whole', () => {
  proves('TASK-many-questions');
  const kept = createKeptTasks();
  const entries = Array.from({ length: 300 }, (_, at) => {
    const entry = kept.keep(newTask(at));
    const inputRequests = { [`question-${at}`]: { params: { message: 'x'.repeat(200_000) } } };
    entry.state = { status: 'input_required', statusMessage: 'waiting', inputRequests };
    entry.lookedAtMs = at;
    return entry;
  });
  const small = kept.keep(ended(300, 10));
  kept.dropResults();
  const dropped = entries.map(isDropped);
  expect([dropped[0], dropped.at(-1), isDropped(small)]).toEqual([true, false, false]);
  const keptChars = dropped.filter((each) => !each).length * 200_000;
  expect(keptChars).toBeGreaterThan(30 * 1024 * 1024);
  expect(keptChars).toBeLessThanOrEqual(32 * 1024 * 1024);
});

test('who waits for the result of a task that newer ones have pushed out is told so', async () => {
  proves('TASK-older-result');
  const kept = createKeptTasks();
  const oldest = kept.keep(newTask(0));
  const board = {
    find: async () => oldest,
    known: async () => oldest.state,
    listen: (entry: TaskEntry, listener: () => void) => entry.listeners.add(listener),
  } as never;
  const context = { clock: createFakeClock(), inFlight: createInFlight() };
  const tasks = createOlderTasks({ board, canFollow: () => true }, context);
  const caller = { signal: new AbortController().signal };
  const assistant = { caller, ask: undefined, send: () => {} } as never;
  const result = tasks.respond('tasks/result', { taskId: oldest.taskId }, assistant);
  await expect.poll(() => oldest.listeners.size).toBe(2);
  for (let at = 1; at <= 5000; at += 1) kept.keep(newTask(at));
  const message =
    'The task is not kept here any more: get_command with the command "done-0" says how its work ended.';
  expect(await result).toMatchObject({ error: { message } });
});
