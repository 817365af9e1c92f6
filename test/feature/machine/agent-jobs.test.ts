import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tell } from '../../support/machine/agent-machine.ts';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

const TRIAGE = `  runner: agent_a
  model: large
  title: "Triage {{payload.issue.title}}"
  script:
    - progress: { message: "Reading {{payload.issue.title}}", percent: 10, step: read }
    - link: { kind: issue, title: "{{payload.issue.title}}", url: "https://git.example.com/7" }
    - say: "hello {{payload.missing}}{{constructor}}"
    - spend: { cost_usd: 0.1, input_tokens: 100, output_tokens: 10 }
    - sleep: 5
    - ask:
        text: How severe?
        context: It is slow.
        options: [low, high, sk-learn-integration-tests]
        recommended: sk-learn-integration-tests
        multiple: true
        wait: WAIT
    - spend: { cost_usd: 0.2, input_tokens: 200, output_tokens: 20 }
    - say: "answer: {{answer}}"
    - finish: { headline: Labelled, summary: "- labelled", result: "{{answer}}" }
---
Decide with care.
`;

const waiting = { skills: { triage: TRIAGE.replace('WAIT', 'true') } };
const leaving = { skills: { triage: TRIAGE.replace('WAIT', 'false') } };
const payload = { issue: { title: 'Slow {{answer}}' } };

test('an agent reports, asks, waits, and goes on with the answer', async () => {
  const { cloud, pass, file } = await startTestMachine(waiting);
  const id = await cloud.run('triage', { payload });
  const asking = await pass(cloud.job(id, ({ status }) => status === 'waiting'));
  expect(asking).toMatchObject({
    title: 'Triage Slow {{answer}}',
    runner: 'agent_a',
    model: 'large',
    outcome: null,
    ended_at: null,
    question: {
      text: 'How severe?',
      context:
        'It is slow.\n\nNot offered: options with what looks like a secret (1). Answer in words where one of them is meant.',
      choices: { options: ['low', 'high'], recommended: null, multiple: true },
    },
    answer: null,
    progress: { message: 'Reading Slow {{answer}}', percent: 10, step: 'read' },
    links: [{ kind: 'issue', title: 'Slow {{answer}}', url: 'https://git.example.com/7' }],
    cost_usd: 0.1,
    tokens: { input: 100, output: 10 },
  });
  const answered = await cloud.send('job.answer', {
    machine_job_id: id,
    answer: 'Customers wait.',
    options: ['low', 'high'],
    resume: 'never',
    by: 'Ada',
  });
  expect(answered.result).toEqual({ machine_job_id: id, delivered: true, resumed: false });
  const done = await cloud.job(id, ({ status }) => status === 'succeeded');
  expect(done).toMatchObject({
    outcome: 'done',
    headline: 'Labelled',
    summary: '- labelled',
    result: 'low\nhigh\nCustomers wait.',
    answer: { text: 'Customers wait.', options: ['low', 'high'], by: 'Ada' },
    cost_usd: 0.3,
    tokens: { input: 300, output: 30 },
  });
  expect(done.timeline.map(({ kind }) => kind)).toEqual([
    ...['queued', 'started', 'progress', 'question', 'answer', 'resumed', 'ended'],
  ]);
  expect(await file(`jobs/${id}/stdout`)).toBe(
    'hello {{constructor}}\nanswer: low\nhigh\nCustomers wait.\n',
  );
  expect(await file(`jobs/${id}/prompt`)).toBe(
    'Decide with care.\n\n# Event\n\n{"issue":{"title":"Slow {{answer}}"}}\n' +
      '\n# Answer\n\nlow\nhigh\nCustomers wait.\n',
  );
  expect(await file(`jobs/${id}/response`)).toBe('How severe?\n- labelled\n');
});

test('a run that ended with a question resumes its session with the answer', async () => {
  const { cloud, pass } = await startTestMachine(leaving);
  const id = await cloud.run('triage', { payload });
  const ended = await pass(cloud.job(id, ({ outcome }) => outcome === 'needs_human'));
  expect(ended).toMatchObject({ status: 'succeeded', question: { text: 'How severe?' } });
  expect(ended.ended_at).not.toBe(null);
  const args = { machine_job_id: id, answer: 'high it is', options: [], by: 'Ada' };
  const answered = await cloud.send('job.answer', { ...args, resume: 'auto' });
  expect(answered.result).toEqual({ machine_job_id: id, delivered: true, resumed: true });
  const done = await cloud.job(id, ({ outcome }) => outcome === 'done');
  expect(done).toMatchObject({ machine_job_id: id, status: 'succeeded', result: 'high it is' });
});

test('told never to resume, the answer is only recorded', async () => {
  const { cloud, pass } = await startTestMachine(leaving);
  const id = await cloud.run('triage', { payload });
  await pass(cloud.job(id, ({ outcome }) => outcome === 'needs_human'));
  const args = { machine_job_id: id, answer: 'later', options: [], by: 'Ada', resume: 'never' };
  const answered = await cloud.send('job.answer', args);
  expect(answered.result).toEqual({ machine_job_id: id, delivered: false, resumed: false });
  const kept = await cloud.job(id, ({ answer }) => answer !== null);
  expect(kept).toMatchObject({ status: 'succeeded', outcome: 'needs_human' });
  expect(kept.answer?.text).toBe('later');
});

test('a job that asks nothing takes no answer', async () => {
  const { cloud } = await startTestMachine({
    skills: { plain: '  runner: agent_b\n  script: [{ say: hi }]\n---\n' },
  });
  const id = await cloud.run('plain');
  await cloud.job(id, ({ status }) => status === 'succeeded');
  const args = { machine_job_id: id, answer: 'x', by: 'Ada' };
  expect((await cloud.send('job.answer', args)).error?.code).toBe('not_waiting');
});

test('a waiting job keeps waiting over a restart of the machine, and can still be answered', async () => {
  const first = await startTestMachine(waiting);
  const id = await first.cloud.run('triage', { payload });
  await first.pass(first.cloud.job(id, ({ status }) => status === 'waiting'));
  await first.pass(first.machine.stop());
  const { cloud } = await startTestMachine({ ...waiting, after: first });
  const answered = await cloud.send('job.answer', { machine_job_id: id, answer: 'low', by: 'Ada' });
  expect(answered.error).toBe(null);
  expect(await cloud.job(id, ({ status }) => status === 'succeeded')).toMatchObject({
    result: 'low',
  });
});

test('an answer that looks like a secret reaches its run as it was given, also over a restart, and no report', async () => {
  proves('STATE-job-answer-waiting');
  const token = `ghp_${'4'.repeat(24)}`;
  const question = JSON.stringify({ ask: { text: 'Which token?' } });
  const script = [
    'cat "$FLEET_ANSWER_FILE" > seen && exit',
    `echo '${question}' > "$FLEET_COMMANDS_FILE"`,
  ].join('\n');
  const options = {
    config: 'mode: control\nmax_running_jobs: 1\n',
    skills: {
      choose: shellSkill(script),
      long: '  runner: agent_a\n  script: [{ sleep: 3000 }]\n---\n',
    },
  };
  const first = await startTestMachine(options);
  const id = await first.cloud.run('choose');
  await first.cloud.job(id, ({ status }) => status === 'waiting');
  const busy = await first.cloud.run('long');
  await first.cloud.job(busy, ({ status }) => status === 'running');
  const answer = { machine_job_id: id, answer: `Take ${token}.`, by: 'Ada' };
  expect((await first.cloud.send('job.answer', answer)).error).toBe(null);
  await first.cloud.job(id, ({ status }) => status === 'queued');
  await first.pass(first.machine.stop());
  const { cloud, file } = await startTestMachine({ ...options, after: first });
  const done = await cloud.job(id, ({ status }) => status === 'succeeded');
  expect(done.answer?.text).toBe('Take [scrubbed].');
  expect(await file('skills/choose/seen')).toBe(`Take ${token}.`);
  await expect.poll(() => file(`jobs/${id}/job.json`)).not.toContain(token);
});

test('an answer that the disk did not take is told as failed, and not given later', async () => {
  proves('STATE-job-answer-waiting');
  const { cloud, folder, pass } = await startTestMachine(waiting);
  const id = await cloud.run('triage', { payload });
  await pass(cloud.job(id, ({ status }) => status === 'waiting'));
  const answer = (text: string) =>
    cloud.send('job.answer', { machine_job_id: id, answer: text, by: 'Ada' });
  // The folder of the job takes nothing, as on a full disk.
  const job = join(folder, 'jobs', id);
  await rename(job, `${job}-away`);
  await writeFile(job, '');
  expect((await answer('low')).error).toMatchObject({ code: 'internal' });
  await rm(job);
  await rename(`${job}-away`, job);
  // Where another job is queued, all that are queued begin.
  await pass(cloud.job(await cloud.run('triage'), ({ status }) => status === 'waiting'));
  expect((await answer('high')).error).toBeNull();
  expect(await cloud.job(id, ({ status }) => status === 'succeeded')).toMatchObject({
    result: 'high',
  });
});

test('a waiting job can be cancelled', async () => {
  const { cloud, pass } = await startTestMachine(waiting);
  const id = await cloud.run('triage', { payload });
  await pass(cloud.job(id, ({ status }) => status === 'waiting'));
  await cloud.send('job.cancel', { machine_job_id: id, job: 'job_1' });
  expect(await cloud.job(id, ({ status }) => status === 'cancelled')).toMatchObject({
    outcome: 'not_done',
  });
});

test('an agent may fail, and may be given the work of a shell skill in vain', async () => {
  const { cloud } = await startTestMachine({
    skills: {
      bad: '  runner: agent_b\n  script: [{ fail: { kind: refused, message: "not {{payload}}" } }]\n---\n',
      shell: '  runner: shell\n---\n```sh\ntrue\n```\n',
    },
  });
  const bad = await cloud.job(
    await cloud.run('bad', { payload: 1 }),
    ({ ended_at }) => ended_at !== null,
  );
  expect(bad).toMatchObject({ status: 'failed', failure: { kind: 'refused', message: 'not 1' } });
  const id = await cloud.run('shell', { runner: 'agent_a', model: 'small' });
  const shell = await cloud.job(id, ({ ended_at }) => ended_at !== null);
  expect(shell).toMatchObject({
    runner: 'agent_a',
    model: 'small',
    failure: { kind: 'no_script' },
  });
});

test('a runner that fleet.yaml says is not ready runs nothing', async () => {
  const { cloud } = await startTestMachine({
    config: 'mode: control\nrunners:\n  agent_b: { ready: false, detail: not signed in }\n',
    skills: { plain: '  runner: agent_b\n  script: [{ say: hi }]\n---\n' },
  });
  const job = await cloud.job(await cloud.run('plain'), ({ ended_at }) => ended_at !== null);
  expect(job).toMatchObject({ status: 'failed', failure: { kind: 'runner_not_ready' } });
});

test('a question counts that was written over what the file had before, as by > for >>', async () => {
  proves('AGENT-lines');
  const tellAnew = (line: unknown) => tell(line).replace('>>', '>');
  const script = [
    tellAnew({ progress: { message: 'Looking' } }),
    'until [ -e ../../go ]; do sleep 0.1; done',
    tellAnew({ ask: { text: 'Deploy the version that was looked at?' } }),
  ].join('\n');
  const machine = await startTestMachine({ skills: { deploy: shellSkill(script) } });
  const { cloud, folder, pass } = machine;
  const id = await cloud.run('deploy');
  await pass(cloud.job(id, ({ progress }) => progress?.message === 'Looking'));
  await writeFile(join(folder, 'go'), '');
  const job = await pass(cloud.job(id, ({ status }) => status !== 'running'));
  expect(job).toMatchObject({ status: 'waiting', question: { choices: null } });
});
