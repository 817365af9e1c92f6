import { expect, test } from 'vitest';
import { createKeptTasks, isDropped } from '../../../src/bridge/tasks/kept-tasks.ts';
import { newEntry } from '../../../src/bridge/tasks/task-entry.ts';
import { proves } from '../../support/proves.ts';

function ended(at: number, chars: number) {
  const name = {
    operation: 'list_jobs',
    kind: 'command',
    id: `done-${at}`,
    createdMs: at,
  } as const;
  const entry = newEntry({ taskId: `task-${at}`, name, mac: (text) => text }, at);
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
