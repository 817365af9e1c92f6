import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ATTACKS } from '../../requirements.ts';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { startTestMachine, type TestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

const { heldMax, valuesMax } = ATTACKS['ATTACK-many-commands'];

function queueMany({ cloud }: TestMachine, count: number, type: string, args = {}) {
  return Array.from({ length: count }, () => cloud.queue(type, args));
}

test('of a flood of commands a machine holds a bounded number, and runs each once', async () => {
  proves('ATTACK-many-commands');
  const machine = await startTestMachine({ config: 'mode: observe\n' });
  const { cloud } = machine;
  await machine.machine.ready;
  const ids = queueMany(machine, 1_000, 'ping');
  await machine.pass(cloud.until(() => (cloud.results.size === 1_000 ? true : undefined)));
  const held = cloud.syncs.map(({ holding, results }) => holding.length + results.length);
  expect(Math.max(...held)).toBeLessThanOrEqual(heldMax);
  expect([...cloud.results.keys()]).toEqual(ids);
  for (const results of cloud.results.values()) expect(results).toHaveLength(1);
});

test('large results wait for the server, and all arrive', async () => {
  proves('ATTACK-many-commands');
  const machine = await startTestMachine({ config: 'mode: observe\n' });
  const { cloud, folder } = machine;
  await machine.machine.ready;
  const line = `${'x'.repeat(999)}\n`;
  await appendFile(join(folder, 'state', 'machine.log'), line.repeat(1_000));
  cloud.losesResults = true;
  const ids = queueMany(machine, 60, 'logs.tail', { lines: 1000 });
  await cloud.until(() => (cloud.syncs.at(-1)?.holding.length === 60 ? true : undefined));
  cloud.losesResults = false;
  await machine.pass(cloud.until(() => (cloud.results.size === 60 ? true : undefined)));
  expect([...cloud.results.keys()].sort()).toEqual(ids.sort());
});

test('a stop drops the commands that have not begun, and the next start runs them, each once', async () => {
  proves('ATTACK-many-commands');
  const skills = { quick: shellSkill('true') };
  const first = await startTestMachine({ skills });
  const { cloud } = first;
  await first.machine.ready;
  const ids = Array.from({ length: 150 }, (_, index) =>
    cloud.queue('job.run', { job: `job_${index}`, skill: 'quick' }),
  );
  await cloud.until(() => (cloud.syncs.at(-1)?.holding.length ?? 0) > 100 || undefined);
  await first.pass(first.machine.stop());
  expect(cloud.results.size).toBeLessThan(ids.length);
  const second = await startTestMachine({ after: first });
  await second.pass(cloud.until(() => (cloud.results.size === ids.length ? true : undefined)));
  for (const id of ids) {
    expect(cloud.results.get(id)).toHaveLength(1);
    expect(cloud.results.get(id)?.[0]?.error).toBe(null);
  }
  const started = [...cloud.jobs.values()].map(({ job }) => job);
  expect(started.sort()).toEqual(ids.map((_, index) => `job_${index}`).sort());
});

test.each([
  ['values', `[${'0,'.repeat(valuesMax)}0]`],
  ['lists', `[${'[],'.repeat(valuesMax / 2)}${'[],'.repeat(valuesMax / 2)}0]`],
  ['levels', `${'['.repeat(600)}${']'.repeat(600)}`],
])(
  'a response with too many %s is not that of a sync, and the machine goes on',
  async (_what, x) => {
    proves('ATTACK-many-commands');
    const machine = await startTestMachine({ config: 'mode: observe\n' });
    const { cloud, log } = machine;
    await machine.machine.ready;
    const command = `{"id":"big","type":"ping","expires_in_seconds":600,"args":{"x":${x}}}`;
    const body = `{"machine":"mac_1","commands":[${command}],"next_sync_seconds":30}`;
    const headers = { 'content-type': 'application/json' };
    cloud.troubles.push({ status: 200, headers, body });
    const pong = await machine.pass(cloud.send('ping'));
    expect(pong.error).toBe(null);
    expect(cloud.results.has('big')).toBe(false);
    expect(log.join('\n')).toContain('the response is not that of a sync');
  },
);

test('a long type of a command is told and logged by its beginning', async () => {
  proves('ATTACK-many-commands');
  const { cloud, file, machine } = await startTestMachine({ config: 'mode: observe\n' });
  await machine.ready;
  const { error } = await cloud.send('x'.repeat(500_000));
  expect(error).toMatchObject({
    code: 'unknown_command',
    message: expect.stringMatching(/x{100}/),
  });
  expect(error?.message.length).toBeLessThan(200);
  expect((await file('state/machine.log')).length).toBeLessThan(5_000);
});
