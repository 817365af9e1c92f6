import { expect, test } from 'vitest';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { isOver } from '../../support/machine/read-jobs.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';

test('a body of deep JSON counts as text: its job starts, and a filter does not match it', async () => {
  const open = '  webhook: true\n  auth: none\n  title: "t {{payload.a}} of {{payload}}"\n';
  const filtered = '  webhook: true\n  auth: none\n  when: [{ path: a, matches: x }]\n';
  const machine = await startTestMachine({
    listen: '127.0.0.1:0',
    skills: { open: shellSkill('wc -c', open), filtered: shellSkill('true', filtered) },
  });
  await machine.machine.ready;
  const post = async (skill: string, body: string) => {
    const response = await fetch(`${machine.machine.webhookUrl()}${skill}`, {
      method: 'POST',
      body,
    });
    return { status: response.status, body: await response.json() };
  };
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  expect(await post('filtered', deep)).toMatchObject({
    status: 200,
    body: { outcome: 'skipped' },
  });
  expect(await post('open', deep)).toMatchObject({
    status: 202,
    body: { outcome: 'accepted' },
  });
  const job = await machine.cloud.until(() => [...machine.cloud.jobs.values()].find(isOver));
  expect(job).toMatchObject({ status: 'succeeded', skill: 'open' });
  expect(job.title).toMatch(/^t of \{"a":\{"a":/);
  const flat = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
  expect(await post('filtered', flat)).toMatchObject({ status: 200 });
});
