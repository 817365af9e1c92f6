import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseJson } from '../../../src/base/json/lossless.ts';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { fetchArtifact, isOver } from '../../support/machine/read-jobs.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';

test('lines of progress that are not valid are told once, in the job and the log', async () => {
  const skill = shellSkill(
    [
      `echo '::progress {"message": "fine"}'`,
      "echo '::progress 50'",
      "echo '::progress half way'",
      `echo '::progress {"percent": 200}'`,
      'echo done',
    ].join('\n'),
  );
  const { cloud, log } = await startTestMachine({ skills: { wrong: skill } });
  const job = await cloud.job(await cloud.run('wrong'), isOver);
  const problem =
    '::progress: must be an object of message, percent, step; that line of stdout is skipped (and 2 more)';
  expect(job.progress).toMatchObject({ message: 'fine' });
  expect(job.timeline.filter(({ kind }) => kind === 'problem')).toMatchObject([
    { message: problem },
  ]);
  expect(log.filter((line) => line.includes('::progress'))).toEqual([
    expect.stringContaining(`job ${job.machine_job_id}: ${problem}`),
  ]);
});

test('a shell skill runs for real: payload, progress, output, result', async () => {
  const machine = await startTestMachine({
    skills: {
      greet: shellSkill(
        [
          `echo '::progress {"message": "half way", "percent": 50, "step": "one"}'`,
          'cat',
          'echo',
          'cat "$FLEET_PAYLOAD_FILE"',
          'echo; echo oops >&2',
          'echo "$FLEET_SKILL $MACHINE_ONLY"',
          'printf "All well\\nin two lines\\n" > "$FLEET_RESULT_FILE"',
        ].join('\n'),
        '  title: "Greet {{payload.who}}"\n',
      ),
    },
  });
  const { cloud, file } = machine;
  const headers = {
    'X-Event': 'push',
    Authorization: 'Basic Zm9vOmJhcg==',
    'X-Webhook-Password': 'hush',
  };
  const id = await cloud.run('greet', { payload: { who: 'Ada' }, headers, effort: 'low' });
  const job = await cloud.job(id, isOver);
  expect(job).toMatchObject({
    skill: 'greet',
    runner: 'shell',
    title: 'Greet Ada',
    trigger: 'run',
    status: 'succeeded',
    outcome: 'done',
    failure: null,
    headline: 'All well',
    result: 'All well\nin two lines',
    progress: { message: 'half way', percent: 50, step: 'one' },
  });
  expect(job.progress).not.toHaveProperty('recent_updates');
  expect(job.timeline.map(({ kind }) => kind)).toEqual(['queued', 'started', 'progress', 'ended']);
  expect(job.artifacts.map(({ name }) => name)).toEqual([
    ...['stdout', 'stderr', 'result', 'payload', 'event'],
  ]);
  expect((await fetchArtifact(machine, id, 'stdout')).content).toBe(
    '::progress {"message": "half way", "percent": 50, "step": "one"}\n{"who":"Ada"}\n{"who":"Ada"}\ngreet \n',
  );
  expect(await fetchArtifact(machine, id, 'stderr')).toMatchObject({ content: 'oops\n', bytes: 5 });
  const event = JSON.parse(await file(`jobs/${id}/event`));
  expect(event).toMatchObject({
    trigger: 'run',
    effort: 'low',
    headers: { 'X-Event': 'push', Authorization: '[redacted]', 'X-Webhook-Password': '[redacted]' },
  });
});

test('without a result file the last lines of stdout are the result', async () => {
  const { cloud } = await startTestMachine({ skills: { count: shellSkill('seq 1 30') } });
  const job = await cloud.job(await cloud.run('count'), isOver);
  expect(job.headline).toBe('30');
  expect(job.result?.split('\n')).toHaveLength(20);
});

test.each([
  ['exit 3', 'exit_code', 'exit code 3: no build'],
  ['kill -SEGV $$', 'signal', 'ended by SIGSEGV: no build'],
])('STATE-job-failed: %s', async (script, kind, message) => {
  const { cloud } = await startTestMachine({
    skills: { bad: shellSkill(`echo 'no build' >&2\n${script}`) },
  });
  const job = await cloud.job(await cloud.run('bad'), isOver);
  expect(job).toMatchObject({ status: 'failed', outcome: 'not_done', failure: { kind, message } });
});

test('a skill without a script block fails and says so', async () => {
  const { cloud } = await startTestMachine({
    skills: { empty: '  runner: shell\n---\nNothing.\n' },
  });
  const job = await cloud.job(await cloud.run('empty'), isOver);
  expect(job).toMatchObject({ status: 'failed', failure: { kind: 'no_script' } });
});

test('no more jobs run at the same time than fleet.yaml allows', async () => {
  const { cloud, pass } = await startTestMachine({
    config: 'mode: control\nmax_running_jobs: 1\n',
    skills: { nap: '  runner: agent_a\n  script: [{ sleep: 20 }]\n---\n' },
  });
  const first = await cloud.run('nap');
  const second = await cloud.run('nap');
  await cloud.job(first, ({ status }) => status === 'running');
  expect(await cloud.job(second, () => true)).toMatchObject({ status: 'queued' });
  await pass(cloud.job(second, ({ status }) => status === 'succeeded'));
  expect(cloud.jobs.get(first)?.status).toBe('succeeded');
});

test('a number that no double holds reaches the skill as it was given, and its replay', async () => {
  const { cloud } = await startTestMachine({
    skills: { echo: shellSkill('cat', '  title: "Order {{payload.id}}"\n') },
  });
  const payload = parseJson('{"id":1234567890123456789012}');
  const id = await cloud.run('echo', { payload });
  const wanted = { title: 'Order 1234567890123456789012', result: '{"id":1234567890123456789012}' };
  expect(await cloud.job(id, isOver)).toMatchObject(wanted);
  const { result } = await cloud.send('job.replay', { machine_job_id: id, job: 'job_9' });
  const { machine_job_id: again } = result as { machine_job_id: string };
  expect(await cloud.job(again, isOver)).toMatchObject(wanted);
});

test('a job that cannot be noted as running is not run: after a crash it would run twice', async () => {
  const { cloud, folder, file, pass } = await startTestMachine({
    config: 'mode: control\nmax_running_jobs: 1\n',
    skills: {
      nap: '  runner: agent_a\n  script: [{ sleep: 20 }]\n---\n',
      mark: shellSkill('echo ran > ran'),
    },
  });
  await cloud.run('nap');
  const id = await cloud.run('mark');
  const note = join(folder, 'jobs', id, 'job.json');
  await putFolderInPlaceOf(note);
  const job = await pass(cloud.job(id, isOver));
  expect(job).toMatchObject({ status: 'failed', failure: { kind: 'internal' } });
  await expect(file('skills/mark/ran')).rejects.toMatchObject({ code: 'ENOENT' });
});

/** The machine may write the file once more between the two. */
async function putFolderInPlaceOf(file: string): Promise<void> {
  await rm(file, { force: true });
  await mkdir(file).catch(() => putFolderInPlaceOf(file));
}
