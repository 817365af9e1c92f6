import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstShellBlock } from '../../../src/machine/runners/shell-syntax.ts';
import { parseSkill } from '../../../src/machine/skills/skill-file.ts';
import { substitute } from '../../../src/machine/skills/substitute.ts';
import { YamlError } from '../../../src/machine/yaml-error.ts';
import { proves } from '../../support/proves.ts';

proves('FIELD-skill-file', 'WIRE-front-matter', 'FIELD-runner', 'RULE-5');

function skill(block: string, head = 'name: a\ndescription: Does a'): string {
  return `---\n${head}\nfleet:\n${block}---\nDo it.\n`;
}

test('a skill is read with its defaults', () => {
  const read = parseSkill(`\uFEFF${skill('  runner: agent_b\n')}`.replaceAll('\n', '\r\n'), 'a');
  expect(read).toMatchObject({ name: 'a', description: 'Does a', instructions: 'Do it.' });
  expect(read.settings).toEqual({
    runner: 'agent_b',
    model: null,
    title: null,
    auth: 'none',
    isOpen: false,
    secret: null,
    when: [],
    schedule: null,
    webhook: false,
    timeout_seconds: 600,
    repository: null,
    script: [],
  });
});

test.each([
  ['no front matter', 'Do it.', /^line 1: must be ---/],
  ['an open front matter', '---\nname: a\n', /^line 1: .*not closed/],
  [
    'YAML that is none',
    skill('  runner: [\n'),
    /^line 5, column 12: .* a \[ or \{ above is not closed$/,
  ],
  [
    'another name',
    skill('  runner: shell\n', 'name: b\ndescription: x'),
    /^line 2: name: b differs .* a$/,
  ],
  ['a bad name', skill('  runner: shell\n', 'name: A b\ndescription: x'), /^line 2: name: /],
  ['no description', skill('  runner: shell\n', 'name: a'), /^line 2: description: is missing$/],
  [
    'no runner',
    skill('  model: x\n'),
    /^line 5: fleet\.runner: is missing, must be one of agent_a, agent_b, shell$/,
  ],
  [
    'a mistyped runner',
    skill('  runer: shell\n'),
    /^line 5: fleet\.runner: is missing, must be one of agent_a, agent_b, shell; runer is not known here$/,
  ],
  [
    'an unknown runner',
    skill('  runner: agent_c\n'),
    /^line 5: fleet\.runner: must be one of agent_a, agent_b, shell$/,
  ],
  [
    'an unknown member',
    skill('  runner: shell\n  colour: red\n'),
    /^line 6: fleet: colour is not known here, only runner, .*\bscript\b.*$/,
  ],
  [
    'no whole number',
    skill('  runner: shell\n  timeout_seconds: 1.5\n'),
    /^line 6: fleet\.timeout/,
  ],
  ['a bad secret', skill('  runner: shell\n  secret: a-b\n'), /^line 6: fleet\.secret: /],
  [
    'auth without its secret',
    skill('  runner: shell\n  auth: hub_signature\n'),
    /fleet\.secret: must/,
  ],
  [
    'a bad cron',
    skill('  runner: shell\n  schedule: { cron: "61 * * * *" }\n'),
    /minute must be within/,
  ],
  [
    'a schedule without its members',
    skill('  runner: shell\n  schedule: "@hourly"\n'),
    /must be of the form \{ cron: "0 7/,
  ],
  ['four fields', skill('  runner: shell\n  schedule: { cron: "1 * * *" }\n'), /five fields/],
  [
    'no time zone',
    skill('  runner: shell\n  schedule: { cron: "1 * * * *", timezone: X }\n'),
    /IANA/,
  ],
  [
    'a bad pattern',
    skill('  runner: shell\n  when: [{ path: a, matches: "(" }]\n'),
    /regular expr/,
  ],
  [
    'two conditions',
    skill('  runner: shell\n  when: [{ path: a, equals: 1, in: [1] }]\n'),
    /exactly one/,
  ],
  [
    'a bad step',
    skill('  runner: shell\n  script:\n    - shout: x\n'),
    /^line 7: fleet\.script\.0: /,
  ],
  [
    'a recommendation that is not offered',
    skill('  runner: shell\n  script:\n    - ask: { text: a, options: [b], recommended: c }\n'),
    /^line 7: fleet\.script\.0/,
  ],
])('%s is an error that names line and field', (_name, text, message) => {
  expect(() => parseSkill(text, 'a')).toThrow(message);
  expect(() => parseSkill(text, 'a')).toThrow(YamlError);
});

test('a file beyond 524288 characters is refused', () => {
  const head = skill('  runner: shell\n');
  expect(parseSkill(`${head}${'ä'.repeat(524_288 - head.length)}`, 'a').name).toBe('a');
  expect(() => parseSkill(`${head}${'ä'.repeat(524_289 - head.length)}`, 'a')).toThrow('524288');
});

test('any text is a skill or a YamlError', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (head, rest) => {
      try {
        parseSkill(`---\n${head}\n---\n${rest}`, 'a');
      } catch (error) {
        expect(error).toBeInstanceOf(YamlError);
      }
    }),
  );
});

test.each([
  ['```sh\necho a\n```', 'echo a\n'],
  ['text\n\n````sh\necho "```"\n````\n```sh\nsecond\n```', 'echo "```"\n'],
  ['```bash\necho a\n```', undefined],
  ['```sh\nnever closed', undefined],
  ['  ```sh\nindented\n```', undefined],
])('the script of %j', (markdown, script) => {
  expect(firstShellBlock(markdown)).toBe(script);
});

test.each([
  ['{{payload.a.b}}', 'deep'],
  ['{{ payload.list.1 }}', 'two'],
  ['{{payload.a}}', '{"b":"deep"}'],
  ['{{payload.none.x}}|{{payload.n}}', '|0'],
  ['{{payload.__proto__}}{{payload.constructor.name}}', ''],
  ['{{answer}}', '{{payload.a.b}}'],
  ['{{process.env.HOME}} <%= 1 %> $(id)', '{{process.env.HOME}} <%= 1 %> $(id)'],
])('%s is filled in plainly', (text, filled) => {
  const payload = { a: { b: 'deep' }, list: ['one', 'two'], n: 0 };
  expect(substitute(text, { payload, answer: '{{payload.a.b}}' })).toBe(filled);
});
