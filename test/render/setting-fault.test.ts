import { expect, test } from 'vitest';
import { settingFailure } from '../../src/contract/failure.ts';
import { failureForPeople, failureForPrograms } from '../../src/render/failure-text.ts';
import { detailOf } from '../../src/render/setting-fault.ts';

test.each([
  [
    { setting: 'role', value: 'x"', allowed: ['a', 'b'] },
    '--role is "x\\""; allowed is one of a, b.',
  ],
  [
    { setting: 'public-url', value: 'x', allowed: 'a URL' },
    '--public-url is "x"; allowed is a URL.',
  ],
  [
    { setting: 'organisation', value: undefined, allowed: ['a'] },
    '--organisation is missing; allowed is one of a.',
  ],
  [{ setting: 'email', value: 'a@b' }, '--email is "a@b".'],
  [{ noneOf: ['name', 'store-payloads'] }, 'Give at least one of --name, --store-payloads.'],
])('the words for %j name the flag', (setting, words) => {
  const failure = settingFailure('It is not valid', setting);
  expect(detailOf(failure.facts)).toBe(words);
  expect(failureForPeople(failure, { colour: false })).toBe(`fleet: It is not valid\n  ${words}\n`);
  const json = failureForPrograms(failure, { exitCode: 2, isTerminal: false });
  expect(JSON.parse(json)).toEqual({
    error: { code: 'usage', title: 'It is not valid', detail: words, exit_code: 2 },
  });
});
