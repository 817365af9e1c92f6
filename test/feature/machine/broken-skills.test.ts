import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

const WHY = 'line 5: fleet.runner: must be one of agent_a, agent_b, shell';

test('why a skill does not load is in the log, the report and the health check', async () => {
  proves('FIRST-broken-skill');
  const machine = await startTestMachine({
    skills: { hello: '  runner: bash\n---\n', fine: shellSkill('true') },
  });
  const { clock, cloud, folder, log } = machine;
  const { result } = await cloud.send('health.get', { refresh: true });
  expect((result as { checks: unknown[] }).checks).toContainEqual({
    name: 'skills',
    state: 'warning',
    message: `not loaded: skills/hello/SKILL.md: ${WHY}`,
    fix: 'Correct the files SKILL.md named.',
  });
  expect(cloud.syncs[0]?.report?.broken_skills).toEqual([{ name: 'hello', error: WHY }]);
  const said = () => log.map((line) => line.replace(/^\S+ /, ''));
  expect(said()).toEqual(
    expect.arrayContaining(['skills: fine', `skills/hello/SKILL.md does not load: ${WHY}`]),
  );

  await rm(join(folder, 'skills/hello/SKILL.md'));
  await mkdir(join(folder, 'skills/Two Words'));
  const whole = shellSkill('true');
  const file = `---\nname: hello\ndescription: Says hello\nfleet:\n${whole}`;
  await writeFile(join(folder, 'skills/hello/SKILL.md'), file);
  await cloud.until(() => {
    clock.advance(1000);
    cloud.queue('ping');
    const isRead = said().some((line) => line.startsWith('skills/Two Words/'));
    return (isRead && said().includes('skill hello is all right now')) || undefined;
  });
  expect(said()).toEqual(
    expect.arrayContaining([
      'skills: fine, hello',
      'skills/Two Words/SKILL.md does not load: the name of its folder must match ^[a-z0-9][a-z0-9-]{0,63}$',
    ]),
  );
  await rm(join(folder, 'skills/Two Words'), { recursive: true });
  await cloud.until(() => {
    clock.advance(1000);
    cloud.queue('ping');
    return said().includes('skill Two Words is gone') || undefined;
  });
});

test.each([
  ['\n# Hello\n\n```bash\necho hello\n```\n', 'line 10: the block must start with ```sh alone'],
  ['```sh\necho hello\n', 'line 7: the block is not closed'],
  ['Says hello.\n', 'has no block that starts with ```sh'],
])('a script that a skill does not have is told when it loads: %j', async (text, why) => {
  const { cloud, log, machine } = await startTestMachine({
    skills: { hello: `  runner: shell\n---\n${text}`, fine: shellSkill('true') },
  });
  await machine.ready;
  await cloud.send('ping');
  const message = `skills/hello/SKILL.md: ${why}`;
  const fix = 'Put the script between a line ```sh and a line ```.';
  expect(cloud.syncs[0]?.report?.checks).toContainEqual({
    name: 'programs',
    state: 'warning',
    message,
    fix,
  });
  expect(log.join('\n')).toContain(`check programs: warning: ${message}. ${fix}`);
});

test('a value that holds itself breaks its skill alone, and is not saved', async () => {
  const circular = '  runner: shell\n  when:\n    - path: a\n      equals: &a {b: *a}\n---\n';
  const { cloud, log } = await startTestMachine({
    skills: { circular, fine: shellSkill('true') },
  });
  const why = 'line 8: *a stands within &a, which it repeats';
  expect((await cloud.send('ping')).error).toBe(null);
  const report = cloud.syncs[0]?.report;
  expect(report?.broken_skills).toEqual([{ name: 'circular', error: why }]);
  expect(report?.skills).toMatchObject([{ name: 'fine' }]);
  expect(log.join('\n')).toContain(`skills/circular/SKILL.md does not load: ${why}`);
  const content = `---\nname: other\ndescription: A skill\nfleet:\n${circular}`;
  const save = { skill: 'other', content, allow_unauthenticated: true };
  expect((await cloud.send('skill.save', save)).error).toEqual({
    code: 'invalid_skill',
    message: why,
  });
  const test = { job: 'job_1', skill_md: content };
  expect((await cloud.send('skill.test', test)).error).toMatchObject({ code: 'invalid_skill' });
});

test('an action in observe mode is refused with the setting that allows it', async () => {
  proves('FIRST-observe');
  const { cloud } = await startTestMachine({ config: 'mode: observe\n' });
  const { error } = await cloud.send('job.run', { job: 'job_1', skill: 'x' });
  expect(error).toMatchObject({
    code: 'denied_by_machine',
    message: expect.stringContaining('mode: control in its fleet.yaml'),
  });
});

const NO_NAME = 'the name of its folder must match ^[a-z0-9][a-z0-9-]{0,63}$';

test('a secret across the cut of the name of a broken skill, and of what a check says, is taken out before', async () => {
  proves('FIELD-artifact-scrubbed');
  const secret = 'very-secret-value-0123456789';
  const { cloud, folder } = await startTestMachine({
    secrets: { KEY: secret },
    skills: { fine: shellSkill('true') },
  });
  const fillers = ['0', '1', '2'].map((digit) => digit.padStart(190, 'A'));
  const named = (names: readonly string[]) =>
    `not loaded: ${names.map((name) => `skills/${name}/SKILL.md: ${NO_NAME}`).join('; ')}`;
  const before = `${named(fillers)}; skills/`;
  // The cut of the message goes through the secret in the one name, the cut of a name through that in the other.
  const inMessage = 'B'.repeat(1000 - before.length - secret.length / 2);
  const inName = 'C'.repeat(200 - secret.length / 2);
  for (const name of [...fillers, inMessage + secret, inName + secret]) {
    await mkdir(join(folder, 'skills', name));
  }
  const { result } = await cloud.send('health.get', { refresh: true });
  const message = `${before}${inMessage}[scrubbed]/SKILL.md: ${NO_NAME}`.slice(0, 1000);
  expect((result as { checks: unknown[] }).checks).toContainEqual(
    expect.objectContaining({ name: 'skills', message }),
  );
  const reported = cloud.syncs[0]?.report?.broken_skills.map(({ name }) => name);
  const names = [`${inMessage}[scrubbed]`, `${inName}[scrubbed]`];
  expect(reported).toEqual([...fillers, ...names]);
  expect(JSON.stringify([cloud.syncs, result])).not.toContain('very-');
});
