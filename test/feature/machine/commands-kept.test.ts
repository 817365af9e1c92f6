import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { isOver } from '../../support/machine/read-jobs.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';
import { startWholeFleet } from '../../support/whole-fleet.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

test('a command of a day ago is forgotten while the machine runs, and one without its result is not', async () => {
  proves('MACHINE-commands-kept');
  let aheadMs = 0;
  const { cloud, folder } = await startTestMachine({ aheadMs: () => aheadMs });
  const patch = () => cloud.send('config.patch', { set: { max_running_jobs: 3 } });
  const kept = () => readdirSync(join(folder, 'state', 'commands')).sort();
  const first = await patch();
  expect(kept()).toEqual([`${first.command}.json`]);
  await cloud.send('ping');
  aheadMs = DAY_MS - 60_000;
  const second = await patch();
  expect(kept()).toEqual([first, second].map(({ command }) => `${command}.json`).sort());
  await cloud.send('ping');
  aheadMs = DAY_MS + 60_000;
  const third = await patch();
  expect(kept()).toEqual([second, third].map(({ command }) => `${command}.json`).sort());
});

test('a journal that was left with more results than a sync may name is told in several', async () => {
  proves('MACHINE-results-in-turn');
  const left = Array.from({ length: 1_500 }, (_, at) => `cmd_${String(at).padStart(11, '0')}`);
  const ended = { type: 'config.patch', job: null, state: 'finished', error: null, result: null };
  const { machine, server } = await startWholeFleet(async (folder) => {
    const commands = join(folder, 'state', 'commands');
    await mkdir(commands, { recursive: true });
    for (const command of left) {
      const entry = JSON.stringify({ ...ended, command, at_ms: Date.now() });
      await writeFile(join(commands, `${command}.json`), entry);
    }
  });
  const input = { machine: 'build-01', type: 'ping', wait_seconds: 10 };
  const { body } = await server.tool('send_command', input);
  expect(body).toMatchObject({ status: 'succeeded' });
  const untold = () => left.find((id) => stateOf(machine.folder, id) !== 'acknowledged');
  await expect.poll(untold).toBeUndefined();
});

function stateOf(folder: string, command: string): string {
  const path = join(folder, 'state', 'commands', `${command}.json`);
  return JSON.parse(readFileSync(path, 'utf8')).state;
}

test('what changes something is done in the order in which it came, also where it came at once', async () => {
  proves('WIRE-commands-in-order');
  const { cloud, file } = await startTestMachine();
  const names = Array.from({ length: 20 }, (_, place) => `said-${place}`);
  const results = names.map((said, place) => {
    // The first ones take longest to write.
    const content = `---\nname: say\ndescription: A skill\nfleet:\n${shellSkill(`echo ${said}\n#${'x'.repeat(20_000 - 1000 * place)}`)}`;
    cloud.queue('config.patch', { set: { max_running_jobs: place + 1 } });
    return cloud.queue('skill.save', { skill: 'say', content, allow_unauthenticated: true });
  });
  const job = cloud.queue('job.run', { job: 'job_9', skill: 'say' });
  for (const id of results) expect((await cloud.resultOf(id)).error).toBeNull();
  expect(await file('skills/say/SKILL.md')).toContain('echo said-19');
  expect(await file('fleet.yaml')).toContain('max_running_jobs: 20');
  const { result } = await cloud.resultOf(job);
  const { machine_job_id: id } = result as { readonly machine_job_id: string };
  expect(await cloud.job(id, isOver)).toMatchObject({ result: 'said-19' });
});
