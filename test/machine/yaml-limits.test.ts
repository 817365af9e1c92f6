import { expect, test } from 'vitest';
import { patchConfig } from '../../src/machine/config/config-patch.ts';
import { parseConfig } from '../../src/machine/config/machine-config.ts';
import { parseSkill } from '../../src/machine/skills/skill-file.ts';

function skill(equals: string): string {
  return `---\nname: a\ndescription: Does a\nfleet:\n  runner: shell\n  when:\n    - path: x\n      equals: ${equals}\n---\nDo it.\n`;
}

function equalsOf(equals: string): unknown {
  return parseSkill(skill(equals)).settings.when[0]?.equals;
}

function keys(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `k${index}`).join()}}`;
}

/** Lists in each other, each of ten times the one before. */
function doubling(levels: number): string {
  const lists = Array.from({ length: levels }, (_, level) => {
    return `&l${level + 1} [${`*l${level}, `.repeat(9)}]`;
  });
  return `[&l0 x, ${lists.join()}]`;
}

test.each([
  ['a value that holds itself', '&a {b: *a}', 'line 8: *a stands within &a, which it repeats'],
  ['a list that holds itself', '&a [x, [*a]]', 'line 8: *a stands within &a, which it repeats'],
  ['an unknown name', '[*b]', 'line 8: *b has no &b above it'],
  [
    'a long value many times',
    `[&a ${'x'.repeat(9000)}${', *a'.repeat(90)}]`,
    'line 8: *a: more than 524288 characters are repeated',
  ],
  ['values that grow', doubling(9), 'repeated by *'],
  ['deep lists', `${'['.repeat(101)}${']'.repeat(101)}`, 'line 8: stands within more than 100'],
  ['very deep lists', `${'['.repeat(9000)}${']'.repeat(9000)}`, 'within each other'],
  ['too many values', keys(50_000), 'more than 100000 words and marks'],
  ['a name twice', '{k: 1, l: 2, "k": 3}', 'line 8, column 28: "k" is set a second time'],
])('%s is refused in words: one skill is broken, no more', (_what, equals, problem) => {
  expect(() => parseSkill(skill(equals))).toThrow(
    expect.objectContaining({ name: 'YamlError', message: expect.stringContaining(problem) }),
  );
});

test('what may stand in a file is read as before', () => {
  expect(equalsOf('{a: &x [1, {b: &y true}], c: *x, d: *y, 1: .5, ? [k]: ~}')).toEqual({
    1: 0.5,
    a: [1, { b: true }],
    c: [1, { b: true }],
    d: true,
    '["k"]': null,
  });
  expect(equalsOf('[&x 1, &l [*x], &x 2, *l, *x]')).toEqual([1, [1], 2, [1], 2]);
  expect(Object.keys(equalsOf('{__proto__: {a: 1}}') as object)).toEqual(['__proto__']);
  expect(equalsOf(`[&a x${', *a'.repeat(99)}]`)).toHaveLength(100);
  expect(equalsOf('!!timestamp 2026-01-01')).toBe('2026-01-01');
  expect(equalsOf('!!set {a, b}')).toEqual({ a: null, b: null });
});

test('twenty thousand names in one mapping take no time that anybody notices', () => {
  const startedAt = performance.now();
  expect(Object.keys(equalsOf(keys(20_000)) as object)).toHaveLength(20_000);
  expect(performance.now() - startedAt).toBeLessThan(4000);
});

test('settings of the machine have the same limits, also where they are patched', () => {
  const text = `mode: control\nrepositories: ${keys(50_000)}\n`;
  const tooLarge = expect.objectContaining({ message: expect.stringContaining('100000 words') });
  expect(() => parseConfig(text)).toThrow(tooLarge);
  const patch = { set: { max_running_jobs: 3 }, unset: [] };
  expect(() => patchConfig(text, patch)).toThrow(tooLarge);
  expect(() => patchConfig('mode: control\nmode: observe\n', patch)).toThrow(
    expect.objectContaining({
      code: 'invalid_config',
      message: expect.stringContaining('"mode" is set a second time'),
    }),
  );
});

test('an item far beyond the end of a list is refused, and the list not filled up to there', () => {
  const text = 'mode: control\nrepositories: []\n';
  const item = { name: 'a', url: 'b' };
  const set = (path: string) => patchConfig(text, { set: { [path]: item }, unset: [] });
  expect(set('repositories.0')).toContain('url: b');
  const refused = (message: string) =>
    expect.objectContaining({ code: 'invalid_config', message: expect.stringContaining(message) });
  for (const path of ['repositories.400000000', 'repositories.1', 'repositories.9.name']) {
    expect(() => set(path)).toThrow(refused('the list has 0 items'));
  }
  for (const path of ['repositories.first', 'repositories.0x0', 'repositories.00']) {
    expect(() => set(path)).toThrow(refused(`${path}: an item of a list is named by its number`));
  }
});

test('thousands of unknown names do not make a long message', () => {
  const text = `---\nname: a\ndescription: b\nfleet: ${keys(15_000)}\n---\n`;
  expect(() => parseSkill(text)).toThrow(/^line 4: fleet.runner: .* k0, k1, .{500,1000}…$/);
});
