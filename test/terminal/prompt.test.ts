import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Failure } from '../../src/contract/failure.ts';
import { confirm } from '../../src/terminal/prompt.ts';
import { proves } from '../support/proves.ts';

const QUESTION = { effect: 'cancel-job', target: 'job job_1', meaning: 'Cancels a job.' };

async function answered(text: string | null, options: { yes?: boolean; canPrompt?: boolean } = {}) {
  const stdin = new PassThrough();
  const promptStream = new PassThrough();
  if (text === null) stdin.end();
  else stdin.end(text);
  const { canPrompt = true, yes = false } = options;
  const kind = await confirm(QUESTION, { yes, canPrompt, stdin, promptStream }).then(
    () => 'confirmed',
    (error: unknown) => (error instanceof Failure ? error.kind : 'another error'),
  );
  return { kind, shown: String(promptStream.read() ?? '') };
}

test.each(['y\n', 'Y\n', 'yes\n', ' YES \n'])('%j is a yes', async (text) => {
  const { kind, shown } = await answered(text);
  expect(kind).toBe('confirmed');
  expect(shown).toContain('cancel-job: job job_1\nCancels a job.\nContinue? [y/N] ');
});

test.each(['\n', 'n\n', 'yess\n', 'ja\n', null])('%j is none', async (text) => {
  expect((await answered(text)).kind).toBe('declined');
});

test('what cannot be made good again is confirmed by its name, and a yes is not enough', async () => {
  proves('UI-confirm-typed');
  const asked = async (text: string) => {
    const promptStream = new PassThrough();
    const stdin = new PassThrough();
    stdin.end(text);
    const options = { yes: false, canPrompt: true, stdin, promptStream };
    const done = await confirm({ ...QUESTION, typed: 'tidy' }, options).then(
      () => 'confirmed',
      (error: Failure) => error.facts.detail,
    );
    return { done, shown: String(promptStream.read()) };
  };
  expect(await asked('tidy\n')).toEqual({
    done: 'confirmed',
    shown: expect.stringContaining('Type tidy to continue: '),
  });
  expect((await asked('y\n')).done).toBe('Nothing was sent: tidy was to be typed.');
  expect((await asked('\n')).done).toBe('Nothing was sent.');
});

test('a prompt breaks its lines at spaces, as wide as the terminal is, and shows two marks of a letter', async () => {
  proves('UI-confirm-words');
  const promptStream = Object.assign(new PassThrough(), { columns: 20 });
  const stdin = new PassThrough();
  stdin.end('y\n');
  const meaning = 'Removes the machine and everything that it has.';
  const question = { ...QUESTION, meaning, list: [`e${'\u0332'.repeat(9)}`] };
  await confirm(question, { yes: false, canPrompt: true, stdin, promptStream });
  const lines = String(promptStream.read()).split('\n');
  expect(lines).toEqual([
    'cancel-job: job',
    'job_1:',
    'e\u0332\u0332',
    'Removes the machine',
    'and everything that',
    'it has.',
    'Continue? [y/N] ',
  ]);
});

const SOLID = 'x'.repeat(5000);
const WORDS = 'word '.repeat(1000).trim();
const MANY = Array.from({ length: 500 }, () => WORDS);

test.each([
  { meaning: WORDS },
  { meaning: SOLID },
  { meaning: '\u6f22'.repeat(3000) },
  { target: WORDS },
  { target: SOLID },
  { list: MANY },
  { list: MANY.slice(0, 8), meaning: WORDS },
  {
    list: MANY,
    meaning: SOLID,
    target: `job job_1, ${WORDS}`,
    typed: 'job_1',
    isDestructive: true,
  },
])('a long text leaves the question on the screen: %#', async (long) => {
  proves('UI-confirm-in-sight');
  const promptStream = Object.assign(new PassThrough(), { columns: 80 });
  const stdin = new PassThrough();
  stdin.end(`${long.typed ?? 'y'}\n`);
  const question = { ...QUESTION, service: 'https://fleet.example', ...long };
  await confirm(question, { yes: false, canPrompt: true, stdin, promptStream });
  const rows = String(promptStream.read())
    .split('\n')
    .flatMap((line) => line.match(/.{1,80}/gu) ?? []);
  const screen = rows.slice(-24).join('\n');
  expect(screen).toContain('At https://fleet.example\ncancel-job:');
  expect(screen).toMatch(
    long.isDestructive === true
      ? /\ncancel-job is destructive\. Type job_1 to continue: $/
      : /\nContinue\? \[y\/N\] $/,
  );
});

test('--yes asks nothing; without a person it is needed', async () => {
  expect(await answered(null, { yes: true, canPrompt: false })).toEqual({
    kind: 'confirmed',
    shown: '',
  });
  expect(await answered('y\n', { canPrompt: false })).toEqual({ kind: 'usage', shown: '' });
});

test('without a person the refusal names --yes, and --dry-run where the command has it', async () => {
  proves('UI-confirm-dry-run');
  const refused = async (hasDryRun: boolean) => {
    const streams = { stdin: new PassThrough(), promptStream: new PassThrough() };
    const options = { yes: false, canPrompt: false, hasDryRun, ...streams };
    const error: unknown = await confirm(QUESTION, options).catch((thrown: unknown) => thrown);
    return error instanceof Failure ? error.facts.advice : undefined;
  };
  expect(await refused(false)).toBe('Add --yes to confirm it.');
  expect(await refused(true)).toBe(
    'Add --yes to confirm it; --dry-run shows it and sends nothing.',
  );
});
