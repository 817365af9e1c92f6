import { expect, test } from 'vitest';
import { startWithAgent, tell } from '../../support/machine/agent-machine.ts';
import { fetchArtifact, isOver } from '../../support/machine/read-jobs.ts';
import { proves } from '../../support/proves.ts';

const FILE = '"$FLEET_COMMANDS_FILE"';
const PROGRESS = JSON.stringify({ progress: { message: 'x'.repeat(1000) } });
/** More than 1 MiB of progress, and one line behind it that is no more taken. */
const MUCH = `yes '${PROGRESS}' | head -n 1100 >> ${FILE}\n${tell({ progress: { message: 'late task' } })}`;
const TOO_MUCH = `yes '' | head -c 70000000 >> ${FILE}`;

/** With `reads` the file is read while the program runs: 50 times a second. */
async function endOf(script: string, { reads = false } = {}) {
  const machine = await startWithAgent(script);
  const id = await machine.cloud.run('review');
  const ended = machine.cloud.job(id, isOver);
  const job = await (reads ? machine.pass(ended) : ended);
  return { job, stderr: (await fetchArtifact(machine, id, 'stderr')).content };
}

test.each([
  ['asks', { ask: { text: 'Deploy?', wait: false } }, { outcome: 'needs_human' }],
  ['failed', { fail: { kind: 'no_access', message: 'No' } }, { failure: { kind: 'no_access' } }],
  ['is not done', { finish: { headline: 'No', outcome: 'not_done' } }, { outcome: 'not_done' }],
  ['is done', { finish: { headline: 'All' } }, { status: 'succeeded', headline: 'All' }],
  ['asks in a wrong line', { ask: 'Deploy?' }, { failure: { kind: 'commands_file' } }],
])('behind the first MiB of the commands file it counts that a job %s', async (_, line, end) => {
  proves('AGENT-file-end');
  const { job, stderr } = await endOf(`${MUCH}\n${tell(line)}`);
  expect(job).toMatchObject({ ...end, progress: { message: expect.stringMatching(/^x+/) } });
  expect(stderr).toContain(
    'FLEET_COMMANDS_FILE: is longer than 1048576 bytes; of the rest only how it ends, a question and the session are read',
  );
});

test('a word within another one is none of those that end a job', async () => {
  proves('AGENT-file-end');
  const progress = JSON.stringify({ progress: { message: 'Task: 1 of many' } });
  const lines = `yes '${progress}' | head -n 80000 >> ${FILE}`;
  const { job } = await endOf(`${lines}\n${tell({ finish: { headline: 'All' } })}`);
  expect(job).toMatchObject({ status: 'succeeded', headline: 'All' });
});

test('the session behind the first MiB counts, since an answer goes on with it', async () => {
  proves('AGENT-file-end');
  const go = `[ -z "\${FLEET_ANSWER_FILE-}" ] || { echo "$FLEET_SESSION"; exit; }`;
  const machine = await startWithAgent(
    [go, MUCH, tell({ session: 'second-1' }), tell({ ask: { text: 'Go on?' } })].join('\n'),
  );
  const id = await machine.cloud.run('review');
  await machine.cloud.job(id, ({ status }) => status === 'waiting');
  await machine.cloud.send('job.answer', { machine_job_id: id, answer: 'yes', by: 'Ada' });
  expect(await machine.cloud.job(id, isOver)).toMatchObject({ headline: 'second-1' });
});

test.each([
  ['very many lines', `yes '"session":' | head -c 3000000 >> ${FILE}`, 'has more than 50000 lines'],
  ['a file of more than 64 MiB', TOO_MUCH, 'is longer than 67108864 bytes'],
  [
    'a line that is not kept whole',
    `yes x | tr -d '\\n' | head -c 2000000 >> ${FILE}`,
    'is longer than 65536 bytes',
  ],
])('what may have been a question is no success: %s', async (_what, script, why) => {
  proves('AGENT-file-end');
  const { job } = await endOf(script);
  expect(job).toMatchObject({
    status: 'failed',
    failure: { kind: 'commands_file', message: expect.stringContaining(why) },
  });
});

test.each([
  ['a question', { ask: { text: 'Deploy?', wait: false } }, { outcome: 'needs_human' }],
  ['that it is done', { finish: { headline: 'All' } }, { failure: { kind: 'commands_file' } }],
])('where the rest cannot be read, %s before it is told as what it is', async (_, line, end) => {
  proves('AGENT-file-end');
  const { job } = await endOf(`${tell(line)}\n${TOO_MUCH}`);
  expect(job).toMatchObject(end);
});

test.each([
  ['a question', { ask: { text: 'Deploy to production now?', wait: false } }],
  ['that it is not done', { finish: { headline: 'Not fixed, and why', outcome: 'not_done' } }],
])('a file that is written anew with the same first line is read anew: %s', async (_, last) => {
  proves('AGENT-file-end');
  const first = JSON.stringify({ session: 's1' });
  const write = (...lines: readonly object[]) =>
    [first, ...lines.map((line) => JSON.stringify(line))].map((line) => `printf '%s\\n' '${line}'`);
  const file = (...lines: readonly object[]) => `{ ${write(...lines).join('; ')}; } > ${FILE}`;
  const wait = 'sleep 0.3';
  const progress = { progress: { message: 'Checking', percent: 10 } };
  const { job, stderr } = await endOf([file(), wait, file(progress), wait, file(last)].join('\n'), {
    reads: true,
  });
  const outcome = 'ask' in last ? 'needs_human' : 'not_done';
  expect([job, stderr]).toMatchObject([{ outcome }, '']);
});

test('a line that cannot be taken loses none of those behind it', async () => {
  proves('AGENT-file-end');
  const deep = `printf '{"link":%s%s}\\n' "$(yes '[' | head -n 30000 | tr -d '\\n')" "$(yes ']' | head -n 30000 | tr -d '\\n')" >> ${FILE}`;
  const ask = tell({ ask: { text: 'Deploy?', wait: false } });
  const { job } = await endOf(`${deep}\n${ask}\nsleep 0.3`, { reads: true });
  expect(job).toMatchObject({ outcome: 'needs_human' });
});
