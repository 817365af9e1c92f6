import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ATTACKS } from '../../requirements.ts';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { fetchArtifact, isOver } from '../../support/machine/read-jobs.ts';
import { startTestMachine, type TestMachine } from '../../support/machine/test-machine.ts';
import { isAlive } from '../../support/processes.ts';
import { proves } from '../../support/proves.ts';

const SECRET = 'the-secret-of-the-deployment';

let tests = 0;

/** Does what `test_skill` with a key of scope `fleet:run` does, and gives the job when it is over. */
async function testSkill({ cloud }: TestMachine, script: string, settings = '') {
  const skill_md = `---\nname: probe\ndescription: A skill\nfleet:\n${shellSkill(script, settings)}`;
  tests += 1;
  const { error, result } = await cloud.send('skill.test', { job: `job_t${tests}`, skill_md });
  expect(error).toBe(null);
  return await cloud.job((result as { machine_job_id: string }).machine_job_id, isOver);
}

test('a tested skill that names a secret does not get it; the installed one does', async () => {
  proves('ATTACK-tested-secret');
  const settings = '  secret: DEPLOY_KEY\n';
  const script = 'printf "%s" "$DEPLOY_KEY" | wc -c';
  const machine = await startTestMachine({
    skills: { deploy: shellSkill(script, settings) },
    secrets: { DEPLOY_KEY: SECRET },
  });
  const tested = await testSkill(machine, script, settings);
  expect(tested.headline?.trim()).toBe('0');
  const { cloud } = machine;
  const installed = await cloud.job(await cloud.run('deploy'), isOver);
  expect(installed.headline?.trim()).toBe(String(SECRET.length));
});

test('what a job puts in place of its files neither stops the machine nor leads it elsewhere', async () => {
  proves('ATTACK-job-limits');
  const machine = await startTestMachine();
  const piped = await testSkill(
    machine,
    'for file in "$FLEET_RESULT_FILE" "$FLEET_PAYLOAD_FILE" "$FLEET_EVENT_FILE"; do\n' +
      'rm -f "$file"; mkfifo "$file"; done\necho done',
  );
  expect(piped).toMatchObject({ status: 'succeeded', headline: 'done' });
  const linked = await testSkill(
    machine,
    'ln -s ../../fleet.yaml "$FLEET_RESULT_FILE"; rm "$FLEET_EVENT_FILE"; ln -s ../../fleet.yaml "$FLEET_EVENT_FILE"; echo done',
  );
  expect(linked).toMatchObject({ status: 'succeeded', result: 'done' });
  const event = { machine_job_id: linked.machine_job_id, artifact: 'event' };
  expect((await machine.cloud.send('job.artifact', event)).error).toMatchObject({
    code: 'unknown_artifact',
  });
});

test('a job has the limits of fleet.yaml, and a test ends after ten minutes whatever it says', async () => {
  proves('ATTACK-job-limits');
  const machine = await startTestMachine({
    config:
      'mode: control\nlimits: { memory_mb: 1000, processes: 300, file_mb: 2 }\noutput_bytes_max: 1024\n',
  });
  const job = await testSkill(
    machine,
    'cat /proc/self/limits; ulimit -f 100000 2>/dev/null && echo more',
  );
  const stdout = (await fetchArtifact(machine, job.machine_job_id, 'stdout')).content;
  expect(stdout).toMatch(/Max data size +1048576000 +1048576000/);
  expect(stdout).toMatch(/Max processes +300 +300/);
  expect(stdout).toMatch(/Max file size +2097152 +2097152/);
  expect(stdout).toMatch(/Max core file size +0 +0/);
  expect(stdout).not.toContain('more');
  const large = await testSkill(
    machine,
    'head -c 3000000 /dev/zero > "$TMPDIR/large"; echo $?; rm "$TMPDIR/large"',
  );
  expect(large.headline).not.toBe('0');
  const { testedSecondsMax: seconds } = ATTACKS['ATTACK-job-limits'];
  const script = `echo '::progress {"message": "waits"}'; sleep 700 & wait`;
  const late = testSkill(machine, script, '  timeout_seconds: 86400\n');
  await machine.cloud.until(() =>
    [...machine.cloud.jobs.values()].find(({ progress }) => progress?.message === 'waits'),
  );
  machine.clock.advance(seconds * 1000);
  const failure = { message: `not done after ${seconds} s` };
  expect(await machine.pass(late)).toMatchObject({ status: 'timed_out', failure });
  const patch = { set: { 'limits.seconds': 9 }, unset: ['run_as'] };
  expect((await machine.cloud.send('config.patch', patch)).error?.code).toBe('denied_by_machine');
});

test('what a tested skill leaves running ends with it, also out of its process group', async () => {
  proves('ATTACK-job-limits');
  const machine = await startTestMachine();
  const job = await testSkill(
    machine,
    "setsid sh -c 'echo $$; exec >&- 2>&-; sleep 600' & sleep 0.2",
  );
  const { content } = await fetchArtifact(machine, job.machine_job_id, 'stdout');
  expect(content.trim()).toMatch(/^[1-9]\d*$/);
  expect(isAlive(content.trim())).toBe(false);
});

test('the folders of the state and of the jobs are closed, also where they were open before', async () => {
  proves('ATTACK-other-user');
  const { folder, machine } = await startTestMachine({ secrets: { DEPLOY_KEY: SECRET } });
  await machine.ready;
  for (const name of ['state', 'jobs', 'state/deliveries', 'state/commands']) {
    expect((await lstat(join(folder, name))).mode & 0o777, name).toBe(0o700);
  }
});

test('as another user a job reaches nothing of the machine', async ({ skip }) => {
  skip(process.geteuid?.() !== 0, 'only root can run jobs as another user');
  proves('ATTACK-other-user');
  const machine = await startTestMachine({
    config: 'mode: control\nrun_as: nobody\n',
    skills: {
      count: shellSkill(
        'cat; cat "$FLEET_PAYLOAD_FILE"; ls; echo fine > "$FLEET_RESULT_FILE"; pwd',
      ),
    },
    secrets: { DEPLOY_KEY: SECRET },
  });
  const { cloud, folder } = machine;
  const probe = await testSkill(
    machine,
    [
      'id -un; id -Gn',
      `cat ${folder}/state/secrets.json ${folder}/fleet.yaml && echo READ`,
      `echo mode: observe >> ${folder}/fleet.yaml && echo WROTE`,
      'cat /proc/$PPID/environ > /dev/null && echo ENVIRON',
      `ls ${folder}/state ${folder}/jobs && echo LISTED`,
      `ln -s ${folder}/state/secrets.json "$FLEET_RESULT_FILE"`,
      'echo end',
    ].join('\n'),
  );
  expect(probe).toMatchObject({
    status: 'succeeded',
    result: expect.stringMatching(/^nobody\n.*\nend$/),
  });
  const id = await cloud.run('count', { payload: { n: 1 } });
  expect(await cloud.job(id, isOver)).toMatchObject({ status: 'succeeded', result: 'fine' });
  const { content } = await fetchArtifact(machine, id, 'stdout');
  const [payloads, place = ''] = content.trim().split('\n');
  expect(payloads).toBe('{"n":1}{"n":1}SKILL.md');
  await expect(lstat(place)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a job does not run where its user does not exist', async () => {
  proves('ATTACK-other-user');
  const machine = await startTestMachine({ config: 'mode: control\nrun_as: no-such-user-here\n' });
  expect(await testSkill(machine, 'true')).toMatchObject({
    status: 'failed',
    failure: { kind: 'runner_not_ready' },
  });
});
