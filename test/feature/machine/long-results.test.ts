import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { fetchArtifact, isOver } from '../../support/machine/read-jobs.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

const SENT_BYTES = 262_144;
const READ_BYTES = 1024 * 1024;
const VALUE = 'very-secret-value-1';
const PART = /very-s|secret|value-1/;

/** Writes so many bytes of lines, then the secret, then so many bytes more. */
function written(before: number, after = 0): string {
  const bytes = (count: number) => `yes 'a line of text' | head -c ${count}`;
  return `{ ${bytes(before)}; printf %s "$KEY"; ${bytes(after)}; } > "$FLEET_RESULT_FILE"`;
}

/** What is left of a job with such a script. */
async function endOf(script: string, runAs = '') {
  const machine = await startTestMachine({
    config: `mode: control\n${runAs}`,
    secrets: { KEY: VALUE },
    skills: { long: shellSkill(script, '  secret: KEY\n') },
  });
  const id = await machine.cloud.run('long');
  const job = await machine.cloud.job(id, isOver);
  const kept = await machine.file(`jobs/${id}/result`);
  const problems = job.timeline.filter(({ kind }) => kind === 'problem');
  return { job, kept, problems, sent: await fetchArtifact(machine, id, 'result') };
}

const USERS = [
  ['the user of the machine', ''],
  ['another user', 'run_as: nobody\n'],
] as const;

for (const [who, runAs] of USERS) {
  const isClosed = runAs !== '' && process.geteuid?.() !== 0;

  test(`a long result of ${who} is kept whole, and sent as cut`, async ({ skip }) => {
    skip(isClosed, 'only root can run jobs as another user');
    proves('LIM-artifact-size', 'FIELD-artifact-scrubbed');
    const { job, kept, problems, sent } = await endOf(written(SENT_BYTES - 6, 40_000), runAs);
    expect(kept.length).toBe(SENT_BYTES - 6 + '[scrubbed]'.length + 40_000);
    expect(sent).toMatchObject({ bytes: kept.length, truncated: true });
    expect(sent.content.length).toBe(SENT_BYTES);
    expect(PART.test(kept + sent.content)).toBe(false);
    expect(job).toMatchObject({ status: 'succeeded', headline: 'a line of text' });
    expect(problems).toEqual([]);
  });

  test(`of a result of ${who} beyond 1 MiB it is told what is missing`, async ({ skip }) => {
    skip(isClosed, 'only root can run jobs as another user');
    proves('LIM-artifact-size', 'FIELD-artifact-scrubbed');
    const { job, kept, problems, sent } = await endOf(written(READ_BYTES - 6, 1_000_000), runAs);
    expect(job).toMatchObject({ status: 'succeeded', headline: 'a line of text' });
    expect(PART.test(kept)).toBe(false);
    const [, begin = '', leftOut] = /^(.*)\n\[(\d+) bytes left out\]\n$/s.exec(kept) ?? [];
    expect(begin.length).toBeGreaterThan(READ_BYTES - 300_000);
    const size = READ_BYTES - 6 + VALUE.length + 1_000_000;
    expect(begin.length + Number(leftOut)).toBe(size);
    expect(sent).toMatchObject({ bytes: kept.length, truncated: true });
    expect(problems).toMatchObject([
      { message: `FLEET_RESULT_FILE is longer than ${READ_BYTES} bytes: its end is left out` },
    ]);
  });
}

test.each([
  ['in it', VALUE, written(SENT_BYTES - 6), SENT_BYTES],
  // Scrubbed, all of it that is read at once is shorter than what may be sent.
  ['all over it', VALUE.repeat(4), 'yes "$KEY" | head -c 700000 > "$FLEET_RESULT_FILE"', 0],
])(
  'no part of a secret %s is sent of a result that a job still writes',
  async (_, value, write, length) => {
    proves('FIELD-artifact-scrubbed');
    const machine = await startTestMachine({
      secrets: { KEY: value },
      skills: {
        long: shellSkill(
          `${write}\necho '::progress {"message": "written"}'\nuntil [ -e ../../go ]; do sleep 0.05; done`,
          '  secret: KEY\n',
        ),
      },
    });
    const id = await machine.cloud.run('long');
    await machine.cloud.job(id, ({ progress }) => progress?.message === 'written');
    const { content, truncated } = await fetchArtifact(machine, id, 'result');
    expect(PART.test(content)).toBe(false);
    expect([content.length, truncated]).toEqual([length, true]);
    await machine.cloud.send('job.cancel', { machine_job_id: id, job: 'job_1' });
    await machine.cloud.job(id, isOver);
  },
);

test.each([
  ['stdout is the result', '', '', { status: 'succeeded' }],
  ['stderr is the reason', ' >&2', 'exit 3', { failure: { kind: 'exit_code' } }],
])('a very long last line of %s in part, and says that it is cut', async (_, to, end, told) => {
  proves('FIELD-artifact-scrubbed');
  const many = (count: number) => `yes x | tr -d '\\n' | head -c ${count}`;
  const line = `{ ${many(16_380)}; printf %s "$KEY"; ${many(70_000)}; echo; }${to}`;
  const { job, sent } = await endOf(`echo first\n${line}\n${end}`);
  expect(job).toMatchObject({ ...told, headline: expect.stringMatching(/x{400}…$/) });
  const cut = `${'x'.repeat(16_380)}[scr [the rest of this line is left out]\n`;
  expect(sent.content).toBe(to === '' ? `first\n${cut}` : 'first\n');
});

for (const [who, runAs] of USERS) {
  const isClosed = runAs !== '' && process.geteuid?.() !== 0;

  for (const [what, make] of [
    ['a link', 'echo other > other; ln -s "$PWD/other" "$FLEET_RESULT_FILE"'],
    ['a pipe', 'mkfifo "$FLEET_RESULT_FILE"'],
    ['a folder', 'mkdir "$FLEET_RESULT_FILE"; echo other > "$FLEET_RESULT_FILE/other"'],
  ]) {
    test(`${what} of ${who} in the place of the result file is told as none`, async ({ skip }) => {
      skip(isClosed, 'only root can run jobs as another user');
      const { job, kept, problems } = await endOf(`${make}\necho done`, runAs);
      expect(job).toMatchObject({ status: 'succeeded', result: 'done' });
      expect(kept).toBe('done\n');
      const message =
        'FLEET_RESULT_FILE is no regular file, as a link, a pipe or a folder: it is not taken';
      expect(problems).toMatchObject([{ message }]);
    });
  }
}

test('a result file of somebody else is told as none', async ({ skip }) => {
  skip(process.geteuid?.() !== 0, 'only root can run jobs as another user');
  const { cloud } = await startTestMachine({
    config: 'mode: control\nrun_as: nobody\n',
    skills: {
      waits: shellSkill(
        ': > ../started\nuntil [ -e "$FLEET_RESULT_FILE" ]; do sleep 0.05; done\necho done',
      ),
    },
  });
  const id = await cloud.run('waits');
  const place = join(`/tmp/fleet-job-${id}`, 'work');
  await expect.poll(() => existsSync(join(place, 'started'))).toBe(true);
  await writeFile(join(place, 'result'), 'of root\n');
  const { result, timeline } = await cloud.job(id, isOver);
  expect(result).toBe('done');
  expect(timeline.filter(({ kind }) => kind === 'problem')).toMatchObject([
    { message: 'FLEET_RESULT_FILE is a file of another user: it is not taken' },
  ]);
});
