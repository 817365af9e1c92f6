import { expect, test } from 'vitest';
import {
  errorCommand,
  jsonWithoutCommands,
  maskCommands,
  withoutCommands,
} from '../../src/terminal/github/commands.ts';
import { summaryOfJob, summaryOfMachines } from '../../src/terminal/github/summary.ts';
import { proves } from '../support/proves.ts';

test('no line of others is a command to the runner, which looks behind blanks and past unseen characters', () => {
  proves('UI-actions-remote');
  for (const [text, harmless] of [
    ['::add-mask::a', ': :add-mask::a'],
    ['a\n  ::error::b', 'a\n  : :error::b'],
    ['a\r::error::b', 'a\r: :error::b'],
    ['\u00a0\u200b:\u200b:error::b', '\u00a0\u200b: \u200b:error::b'],
    ['a ##[error]b', 'a ## [error]b'],
    ['#\u200b#[error]b', '#\u200b# [error]b'],
    ['a ##vso[task.setvariable variable=PATH]b', 'a ##vso [task.setvariable variable=PATH]b'],
    ['#\u200b#v\u200bso[task.debug]b', '#\u200b#v\u200bso [task.debug]b'],
    ["a ##teamcity[setParameter name='b']", "a ##teamcity [setParameter name='b']"],
    ['a::b, std::vector', 'a::b, std::vector'],
    ['## [x] #[y] ##', '## [x] #[y] ##'],
  ] as const) {
    expect(withoutCommands(text)).toBe(harmless);
  }
});

test('JSON of others means the same', () => {
  proves('UI-actions-remote');
  const json = '{"a":"x ##[error]y","b":["::error::"],"n":9007199254740993}';
  const harmless = jsonWithoutCommands(json);
  expect(harmless).toBe('{"a":"x ##\\u005berror]y","b":["::error::"],"n":9007199254740993}');
  expect(JSON.parse(harmless)).toEqual(JSON.parse(json));
  expect(jsonWithoutCommands('["##vso[a]", "##teamcity[b]"]')).toBe(
    '["##vso\\u005ba]", "##teamcity\\u005bb]"]',
  );
});

test('what a command says is escaped', () => {
  proves('UI-actions-errors', 'UI-actions-mask');
  expect(errorCommand('a: b, c', '5 % of\r\n::x::')).toBe(
    '::error title=a%3A b%2C c::5 %25 of%0D%0A::x::\n',
  );
  expect(maskCommands('one\r\n\ntwo %\n')).toBe('::add-mask::one\n::add-mask::two %25\n');
  expect(maskCommands('')).toBe('');
});

test('the summary says a headline that is the failure once, and has a row for each machine', () => {
  proves('UI-actions-summary');
  const job = { id: 'j', state: 'failed', headline: 'No room', failure: { message: 'No room' } };
  expect(summaryOfJob(job, 9).match(/> No room/g)).toHaveLength(1);
  const ends = [{ name: 'a|b', result: 'needs_input', job: 'job1', exit_code: 10 }];
  expect(summaryOfMachines('run-skill', ends)).toBe(
    '### fleet each: run&#45;skill\n\n| machine | result | job | exit code |\n' +
      '| --- | --- | --- | ---: |\n| a&#124;b | needs input | job1 | 10 |\n',
  );
});
