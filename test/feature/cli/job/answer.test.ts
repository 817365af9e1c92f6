import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { FLEET_ENTRY, FLEET_HOME, runFleet } from '../../../support/run-fleet.ts';
import {
  QUESTION,
  type ServerWithMachine,
  startServerWithWaitingJob,
} from '../../../support/server-with-machine.ts';
import { runReport } from '../../../support/sync-reports.ts';

const delivered = () => ({ result: { delivered: true, resumed: false } });

function fleetAt({ server }: ServerWithMachine) {
  return (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runFleet(args, {
      env: { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.run, ...env },
    });
}

test('an option is sent as such and as the text of the answer', async () => {
  proves('UI-job-answer');
  const fixture = await startServerWithWaitingJob({ 'job.answer': delivered });
  const fleet = fleetAt(fixture);
  const run = await fleet(['job', 'answer', fixture.job, 'main']);
  const stderr = `Sent as the answer to "${QUESTION.text}".\n`;
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr });
  expect(JSON.parse(run.stdout)).toMatchObject({ job: fixture.job, delivered: true });
  expect(fixture.machine.received.at(-1)?.args).toMatchObject({
    answer: 'main',
    options: ['main'],
  });
});

test('several options and a text of one’s own go together, from a file too', async () => {
  proves('UI-job-answer');
  const choices = { options: ['main', 'next', 'old'], recommended: null, multiple: true };
  const fixture = await startServerWithWaitingJob(
    { 'job.answer': delivered },
    { question: { ...QUESTION, choices, text: `Which\u001b[2J\none? ${'x'.repeat(100)}` } },
  );
  const file = join(FLEET_HOME, 'words.md');
  writeFileSync(file, 'Leave the rest.\n');
  const args = ['job', 'answer', fixture.job, 'main', 'old', '--text', `@${file}`];
  const planned = await fleetAt(fixture)([...args, '--dry-run']);
  expect(JSON.parse(planned.stdout)).toMatchObject({
    body: { answer: 'main\nold\nLeave the rest.', options: ['main', 'old'] },
  });
  const { code, stderr } = await fleetAt(fixture)(args);
  const asked = `Which one? ${'x'.repeat(43)}…`;
  const told = `Sent as the answer to "${asked}".\n`;
  expect({ code, stderr }).toEqual({ code: 0, stderr: told });
  expect(fixture.machine.received.at(-1)?.args).toMatchObject({
    answer: 'main\nold\nLeave the rest.',
    options: ['main', 'old'],
  });
});

test('--edit opens the editor with the question; an empty text sends nothing, and one that is not sent is given back', async () => {
  proves('UI-job-answer');
  const fixture = await startServerWithWaitingJob({ 'job.answer': delivered });
  const editor = join(FLEET_HOME, 'editor.sh');
  writeFileSync(
    editor,
    `cp "$2" '${join(FLEET_HOME, 'seen')}'; test "$1" = none || { echo "$1"; cat "$2"; } > "$2.new"; test "$1" = none || mv "$2.new" "$2"`,
  );
  const edit = (word: string) =>
    fleetAt(fixture)(['job', 'answer', fixture.job, '--edit'], {
      VISUAL: `sh ${editor} ${word}`,
    });
  const nothing = await edit('none');
  expect(nothing).toMatchObject({ code: 3, stdout: '' });
  expect(fixture.machine.received.map(({ type }) => type)).not.toContain('job.answer');
  // An option that is not offered, and an editor that ends with an error.
  for (const [option, visual] of [
    ['high', 'echo Mine. >'],
    ['main', 'mine() { echo Mine. > "$1"; return 1; }; mine'],
  ] as const) {
    const args = ['job', 'answer', fixture.job, option, '--edit'];
    const unsent = await fleetAt(fixture)(args, { VISUAL: visual });
    expect([unsent.code, unsent.stderr]).toEqual([2, expect.stringContaining('wrote: Mine.')]);
  }
  expect((await edit('Written.')).code).toBe(0);
  expect(fixture.machine.received.at(-1)?.args).toMatchObject({ answer: 'Written.', options: [] });
});

test('an editor that is left without saving sends nothing, and one that saved what stood there does', async () => {
  proves('UI-answer-not-saved');
  const fixture = await startServerWithWaitingJob({ 'job.answer': delivered });
  const args = ['job', 'answer', fixture.job, 'main', '--edit', '--json'];
  const words = [...args, '--text', 'One.\r\nTwo.'];
  // Also one that does not wait for its window, and one that takes the file away.
  for (const [given, visual] of [
    [args, 'true'],
    [words, 'true'],
    [args, 'rm'],
  ] as const) {
    const left = await fleetAt(fixture)(given, { VISUAL: visual });
    expect([left.code, left.stdout, JSON.parse(left.stderr).error]).toMatchObject([
      3,
      '',
      { code: 'declined', detail: 'The text was not saved in the editor. Nothing was sent.' },
    ]);
  }
  expect(fixture.machine.received.map(({ type }) => type)).not.toContain('job.answer');
  expect((await fleetAt(fixture)(args, { VISUAL: 'touch' })).code).toBe(0);
  expect(fixture.machine.received.at(-1)?.args).toMatchObject({ answer: 'main' });
});

test('what was written and cannot be read stays, and is named', async () => {
  proves('UI-written-unreadable');
  const fixture = await startServerWithWaitingJob({ 'job.answer': delivered });
  for (const end of [0, 1]) {
    const editor = `away() { mkdir "$1.d"; echo Mine. > "$1.d/text"; rm "$1"; mv "$1.d" "$1"; return ${end}; }; away`;
    const args = ['job', 'answer', fixture.job, '--edit', '--json'];
    const { code, stderr } = await fleetAt(fixture)(args, { VISUAL: editor, TMPDIR: FLEET_HOME });
    const { error } = JSON.parse(stderr);
    expect([code, error]).toMatchObject([1, { code: 'unreadable_text' }]);
    const path = /What you wrote is kept in (\S+)\./.exec(error.advice)?.[1] ?? '';
    expect(readFileSync(join(path, 'text'), 'utf8')).toBe('Mine.\n');
  }
  const args = ['job', 'answer', fixture.job, '--edit', '--json'];
  // As an editor that joins lines does, or who takes the line that ends the text for their own.
  for (const editor of [
    'join() { tr "\\n" " " < "$1" > "$1.x"; mv "$1.x" "$1"; }; join',
    'sed -i "/>8/d; s/stands below/stands\\n  below/"',
  ]) {
    const joined = await fleetAt(fixture)(args, { VISUAL: editor, TMPDIR: FLEET_HOME });
    expect(JSON.parse(joined.stderr).error).toMatchObject({
      code: 'unreadable_text',
      detail:
        'The line that ends the text is gone, and what stood below it is there. Nothing was sent.',
    });
  }
  const visual = { VISUAL: "printf 'M\\344r' >", TMPDIR: FLEET_HOME };
  const otherEncoding = await fleetAt(fixture)(args, visual);
  expect(JSON.parse(otherEncoding.stderr).error).toMatchObject({
    code: 'unreadable_text',
    detail: 'It is not UTF-8 text. Nothing was sent.',
  });
});

test('what was written for one question is not sent to another', async () => {
  proves('UI-job-answer');
  const fixture = await startServerWithWaitingJob({ 'job.answer': delivered });
  const somebodyElse = `'${process.execPath}' '${FLEET_ENTRY}' job answer ${fixture.job} old --quiet`;
  const late = await fleetAt(fixture)(['job', 'answer', fixture.job, '--edit', '--json'], {
    VISUAL: `${somebodyElse}; echo Mine >`,
  });
  expect([late.code, JSON.parse(late.stderr).error]).toMatchObject([
    11,
    { code: 'question_changed', advice: 'What you wrote: Mine' },
  ]);
  const answers = fixture.machine.received.filter(({ type }) => type === 'job.answer');
  expect(answers.map(({ args }) => args['answer'])).toEqual(['old']);
});

test('no answer is a wrong command line; an option that is not offered is refused', async () => {
  const fixture = await startServerWithWaitingJob({ 'job.answer': delivered });
  const fleet = fleetAt(fixture);
  const none = await fleet(['job', 'answer', fixture.job]);
  expect(none.code).toBe(2);
  expect(none.stderr).toContain('--text TEXT');
  const unknown = await fleet(['job', 'answer', fixture.job, 'high']);
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('the question offers');
});

test('answer-job --follow follows the job that goes on', async () => {
  proves('UI-follow-action');
  const fixture = await startServerWithWaitingJob({
    'job.answer': ({ args }) => ({
      ...delivered(),
      jobs: [
        runReport(String(fixture.machine.received[0]?.args['job']), {
          machine_job_id: String(args['machine_job_id']),
          status: 'succeeded',
          outcome: 'done',
          headline: 'Deployed.',
        }),
      ],
    }),
  });
  const run = await fleetAt(fixture)(['job', 'answer', fixture.job, 'main', '--follow']);
  expect({ code: run.code, stdout: JSON.parse(run.stdout) }).toMatchObject({
    code: 0,
    stdout: { id: fixture.job, state: 'done', headline: 'Deployed.' },
  });
});
