import { expect, test } from 'vitest';
import { reportSkills } from '../../../src/machine/report/skill-report.ts';
import type { Skill } from '../../../src/machine/skills/skill-file.ts';
import { parseSkill } from '../../../src/machine/skills/skill-file.ts';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';

function largeSkill(chars: number): string {
  const when = `  when: [{ path: a, equals: "${'x'.repeat(chars)}" }]\n`;
  return shellSkill('true', when);
}

test('a skill that makes the report too large is told as broken, and everything else goes on', async () => {
  const skills = { fine: shellSkill('true'), huge: largeSkill(300_000), small: largeSkill(300) };
  const { cloud, log, machine, pass } = await startTestMachine();
  await machine.ready;
  cloud.takesBytes = 200_000;
  for (const [skill, block] of Object.entries(skills)) {
    const content = `---\nname: ${skill}\ndescription: A skill\nfleet:\n${block}`;
    const saved = await pass(
      cloud.send('skill.save', { skill, content, allow_unauthenticated: true }),
    );
    expect(saved.error).toBe(null);
  }
  const report = await pass(
    cloud.until(() => cloud.syncs.findLast((sync) => sync.report?.broken_skills.length)?.report),
  );
  expect(report?.skills.map(({ name }) => name)).toEqual(['fine', 'small']);
  const error = expect.stringMatching(/^when is too large to be reported: 300\d+ bytes$/);
  expect(report?.broken_skills).toEqual([{ name: 'huge', error }]);
  const job = await pass(
    cloud.run('huge').then((id) => cloud.job(id, (one) => one.status === 'succeeded')),
  );
  expect(job.skill).toBe('huge');
  expect(log.join('\n')).toContain('not in the report: skills/huge/SKILL.md: when is too large');
  expect(log.join('\n')).toMatch(/takes no sync of \d+ bytes, of which report has \d+: the next/);
});

test('so large a report is not even tried: what YAML repeats may fill many skills', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `huge-${index}`);
  const { cloud, machine } = await startTestMachine({
    skills: Object.fromEntries(names.map((name) => [name, largeSkill(500_000)])),
  });
  await machine.ready;
  const [first] = cloud.syncs;
  expect(JSON.stringify(first).length).toBeLessThan(4.5 * 1024 * 1024);
  expect(first?.report?.broken_skills.length).toBeGreaterThan(3);
  expect((await cloud.send('ping')).error).toBe(null);
});

test('a result that the server refuses as too large fails its command with that', async () => {
  const { cloud, machine, pass } = await startTestMachine({
    skills: { huge: largeSkill(300_000) },
  });
  await machine.ready;
  cloud.takesBytes = 200_000;
  const { error } = await pass(cloud.send('skill.get', { skill: 'huge' }));
  expect(error).toMatchObject({ code: 'too_large' });
  expect((await pass(cloud.send('ping'))).error).toBe(null);
});

test('a skill that cannot be reported is broken, and the others are reported', () => {
  const skill = (name: string): Skill =>
    parseSkill(`---\nname: ${name}\ndescription: b\nfleet:\n  runner: shell\n---\n`);
  const circular: Record<string, unknown> = { path: 'a' };
  circular['equals'] = circular;
  const fine = skill('fine');
  const odd = { ...skill('odd'), settings: { ...fine.settings, when: [circular] } } as Skill;
  const schedule = { cron: '*/99 * * * *', timezone: 'UTC' };
  const late = { ...skill('late'), settings: { ...fine.settings, schedule } };
  const history = { lastRunMs: () => undefined, earlierRunMs: () => undefined };
  const machine = {
    clock: { now: () => 0 },
    schedules: { ...history, hasRunFor: () => false },
  } as unknown as Parameters<typeof reportSkills>[0];
  const reported = reportSkills(machine, [odd, fine, late], {});
  expect(reported.skills.map(({ name }) => name)).toEqual(['fine']);
  expect(reported.broken_skills.map(({ name }) => name)).toEqual(['odd', 'late']);
});

test.each(['*/99 * * * *', '0 */25 * * *', '5/3 * * * *', '*/00 * * * *'])(
  'the schedule %s is not valid: with it no schedule of the machine ran, and nothing was reported',
  async (cron) => {
    const schedule = `  schedule: { cron: "${cron}" }\n`;
    const { cloud } = await startTestMachine({
      skills: { fine: shellSkill('true'), odd: shellSkill('true', schedule) },
    });
    await cloud.send('ping');
    const report = cloud.syncs[0]?.report;
    expect(report?.skills).toMatchObject([{ name: 'fine' }]);
    expect(report?.broken_skills).toMatchObject([
      { name: 'odd', error: expect.stringContaining('fleet.schedule.cron: a step must be like') },
    ]);
  },
);
