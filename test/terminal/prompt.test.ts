import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Failure } from '../../src/contract/failure.ts';
import { confirm } from '../../src/terminal/prompt.ts';

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

test('--yes asks nothing; without a person it is needed', async () => {
  expect(await answered(null, { yes: true, canPrompt: false })).toEqual({
    kind: 'confirmed',
    shown: '',
  });
  expect(await answered('y\n', { canPrompt: false })).toEqual({ kind: 'usage', shown: '' });
});
