import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ScheduleReport } from '../../../src/contract/record/machine.ts';
import { startTestMachine, type TestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

const MINUTE_MS = 60_000;
const skill = (cron: string, timezone = 'UTC'): string =>
  `  runner: agent_b\n  schedule: { cron: "${cron}", timezone: "${timezone}" }\n  script: [{ say: hi }]\n---\n`;

/** Lets so much time pass, in steps in which the machine does what falls due. */
async function live(machine: TestMachine, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes * 3; passed += 1) {
    machine.clock.advance(MINUTE_MS / 3);
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
}

async function triggersOf({ cloud, pass }: TestMachine): Promise<readonly string[]> {
  const { result } = await pass(cloud.send('job.list'));
  const { jobs } = result as { jobs: readonly { skill: string; trigger: string }[] };
  return jobs.map(({ skill: name, trigger }) => `${name} ${trigger}`);
}

async function schedulesOf({ cloud, pass }: TestMachine): Promise<readonly ScheduleReport[]> {
  const { result } = await pass(cloud.send('schedules.list'));
  return (result as { schedules: readonly ScheduleReport[] }).schedules;
}

test('a schedule starts its job when its time has come, once', async () => {
  proves('WIRE-schedules');
  const machine = await startTestMachine({ skills: { hourly: skill('5 * * * *') } });
  await machine.machine.ready;
  await live(machine, 4);
  expect(await triggersOf(machine)).toEqual([]);
  await live(machine, 4);
  await expect.poll(() => triggersOf(machine)).toEqual(['hourly schedule']);
  const { result } = await machine.pass(machine.cloud.send('schedules.list'));
  expect(result).toMatchObject({
    schedules: [
      {
        name: 'hourly',
        last_run_at: expect.stringMatching(/^2026-10-01T12:(0[5-9]|[1-5])/),
        next_run_at: '2026-10-01T13:05:00.000Z',
      },
    ],
  });
}, 60_000);

test('a run that was missed while the machine was down is not made up for, nor one repeated', async () => {
  const first = await startTestMachine({ skills: { minutely: skill('* * * * *') } });
  await first.machine.ready;
  await live(first, 2);
  const runs = async () => (await triggersOf(first)).length;
  await expect.poll(runs).toBeGreaterThanOrEqual(1);
  await first.pass(first.machine.stop());
  const noted = JSON.parse(await first.file('state/schedules.json'));
  expect(Date.parse(noted.minutely)).toBeGreaterThan(Date.UTC(2026, 9, 1, 12));
  const second = await startTestMachine({ after: first, skills: { minutely: skill('* * * * *') } });
  await second.machine.ready;
  expect(JSON.parse(await second.file('state/schedules.json'))).toEqual(noted);
}, 60_000);

test('what falls due while the machine is held up runs once', async () => {
  const machine = await startTestMachine({ skills: { minutely: skill('* * * * *') } });
  await machine.machine.ready;
  machine.clock.advance(30 * MINUTE_MS);
  const runs = async () => (await triggersOf(machine)).length;
  await expect.poll(runs).toBeGreaterThanOrEqual(1);
  // Thirty fell due; a few more do while this looks.
  expect(await runs()).toBeLessThan(15);
}, 60_000);

const HOUR_MS = 60 * MINUTE_MS;

test('a clock that was ahead for a while holds no schedule up once it is set back', async () => {
  proves('WIRE-schedules');
  let aheadMs = 0;
  const skills = { minutely: skill('* * * * *'), later: skill('30 14 * * *') };
  const machine = await startTestMachine({ skills, aheadMs: () => aheadMs });
  await machine.machine.ready;
  aheadMs = 6 * HOUR_MS;
  // Time goes on while it is waited for: a busy computer may have been too late for the minute before.
  const ran = async () => {
    await live(machine, 1);
    return JSON.parse(await machine.file('state/schedules.json').catch(() => '{}'));
  };
  await expect.poll(ran).toMatchObject({ minutely: expect.stringMatching(/T18:/) });
  aheadMs = 0;
  await expect.poll(ran).toMatchObject({ minutely: expect.stringMatching(/T12:/) });
  expect(machine.log).toContainEqual(expect.stringMatching(/the clock was set back by 2\d{4} s/));
  // It ran while the clock was ahead, for the time that is still to come.
  expect(await schedulesOf(machine)).toMatchObject([
    { name: 'later', next_run_at: '2026-10-02T14:30:00.000Z' },
    { name: 'minutely' },
  ]);
}, 60_000);

test('where the clock is set back, no schedule runs twice for one time, and its next run is told', async () => {
  proves('WIRE-schedules');
  let aheadMs = 0;
  const skills = { hourly: skill('5 * * * *') };
  const machine = await startTestMachine({ skills, aheadMs: () => aheadMs });
  await machine.machine.ready;
  await live(machine, 6);
  const ran = () => machine.file('state/schedules.json').catch(() => '');
  await expect.poll(() => live(machine, 1).then(ran)).toMatch(/T12:(0[5-9]|[12])/);
  const noted = await ran();
  aheadMs = -30 * MINUTE_MS;
  await live(machine, 1);
  const next = '2026-10-01T13:05:00.000Z';
  expect(await schedulesOf(machine)).toMatchObject([{ next_run_at: next }]);
  await live(machine, 35);
  expect(await ran()).toBe(noted);
}, 60_000);

/** A machine that starts again and finds the run of its schedule noted for this time. */
async function startAgainWith(minutely: string): Promise<TestMachine> {
  const skills = { minutely: skill('* * * * *') };
  const first = await startTestMachine({ skills });
  await first.machine.ready;
  await first.machine.stop();
  await writeFile(join(first.folder, 'state', 'schedules.json'), JSON.stringify({ minutely }));
  const second = await startTestMachine({ after: first, skills });
  await second.machine.ready;
  return second;
}

test('a run noted for a time that is still to come is told, with the next one', async () => {
  const second = await startAgainWith('2026-10-01T18:00:10.000Z');
  const next = '2026-10-01T18:01:00.000Z';
  expect(await schedulesOf(second)).toMatchObject([{ next_run_at: next }]);
  expect(second.log).toContainEqual(expect.stringContaining(`runs next at ${next}`));
}, 60_000);

test('a change of fleet.yaml or of a skill is told at once, while a sync is held', async () => {
  const machine = await startTestMachine({ skills: { hourly: skill('5 * * * *') } });
  await machine.machine.ready;
  const told = () => machine.cloud.syncs.flatMap(({ report }) => report ?? []).at(-1);
  await writeFile(join(machine.folder, 'fleet.yaml'), 'mode: observe\n');
  const mode = () => told()?.policy.mode;
  await machine.pass(expect.poll(mode).toBe('observe'));
  // Of the same length: what was parsed before is told from it by its text alone.
  const changed = (await machine.file('skills/hourly/SKILL.md')).replace('5 * *', '6 * *');
  await writeFile(join(machine.folder, 'skills/hourly/SKILL.md'), changed);
  const schedule = () => told()?.skills[0]?.schedule;
  await machine.pass(expect.poll(schedule).toMatchObject({ cron: '6 * * * *' }));
});

test('a run noted by a clock that was far ahead does not hold the schedule up', async () => {
  const second = await startAgainWith('2099-01-01T00:00:00.000Z');
  await live(second, 2);
  await expect.poll(() => triggersOf(second)).toContain('minutely schedule');
}, 60_000);
