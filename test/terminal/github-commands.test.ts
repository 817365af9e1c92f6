import { expect, test } from 'vitest';
import {
  errorCommand,
  jsonWithoutCommands,
  maskCommands,
  withoutCommands,
} from '../../src/terminal/github/commands.ts';
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
});

test('what a command says is escaped', () => {
  proves('UI-actions-errors', 'UI-actions-mask');
  expect(errorCommand('a: b, c', '5 % of\r\n::x::')).toBe(
    '::error title=a%3A b%2C c::5 %25 of%0D%0A::x::\n',
  );
  expect(maskCommands('one\r\n\ntwo %\n')).toBe('::add-mask::one\n::add-mask::two %25\n');
  expect(maskCommands('')).toBe('');
});
