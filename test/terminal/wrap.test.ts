import { expect, test } from 'vitest';
import { wrapped, wrappedAdvice } from '../../src/terminal/wrap.ts';
import { proves } from '../support/proves.ts';

test('advice is broken at its spaces, and a command to paste is not', () => {
  proves('UI-advice-whole');
  const follow = 'The job is still in progress. Follow it with `fleet job follow job_38g365wf000`.';
  expect(wrapped(follow, 60).at(-1)).toBe('follow job_38g365wf000`.');
  expect(wrappedAdvice(follow, 60)).toEqual([
    'The job is still in progress. Follow it with',
    '`fleet job follow job_38g365wf000`.',
  ]);
  expect(wrappedAdvice('Log in again: fleet auth login --profile work', 30)).toEqual([
    'Log in again:',
    'fleet auth login --profile work',
  ]);
  const unlock = 'Unlock it; or log in with fleet auth login --store file. Then go on.';
  expect(wrappedAdvice(unlock, 40)).toEqual([
    'Unlock it; or log in with',
    'fleet auth login --store file. Then go',
    'on.',
  ]);
  expect(wrappedAdvice('a `fleet` b', 3)).toEqual(['a', '`fleet`', 'b']);
});

test('lines are as wide as a terminal shows them', () => {
  proves('UI-confirm-in-sight');
  expect(wrapped('\u6f22\u6f22 \u6f22\u6f22', 8)).toEqual(['\u6f22\u6f22', '\u6f22\u6f22']);
  expect(wrapped('e\u0301\u0301 e\u0301\u0301', 3)).toEqual(['e\u0301\u0301 e\u0301\u0301']);
});
