import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { Failure } from '../../src/contract/failure.ts';
import type { FormatName } from '../../src/render/format-name.ts';
import { loadFormat } from '../../src/render/load-format.ts';
import { proves } from '../support/proves.ts';

const ROWS = 300;

/** Each row brings 300 members that no other has. */
const wide = {
  rows: Array.from({ length: ROWS }, (_, row) =>
    Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`m${row * 300 + at}`, 1])),
  ),
};
const lists = { rows: Array.from({ length: 1_000 }, () => Array.from({ length: 1_000 }, () => 1)) };
const MEMBERS = 130_000;
const members = Object.fromEntries(Array.from({ length: MEMBERS }, (_, at) => [`m${at}`, at]));
const deep = JSON.parse(`${'['.repeat(499)}${']'.repeat(499)}`);

async function textOf(value: unknown, name: FormatName, isTerminal: boolean): Promise<string> {
  const format = await loadFormat(name, isTerminal);
  return String(format.value({ value }, { isTerminal, width: 80, colour: false, now: 0 }));
}

test.each([true, false])(
  'a table has no more columns than a person looks at',
  async (isTerminal) => {
    proves('ATTACK-costly-text');
    const table = await textOf(wide, 'table', isTerminal);
    expect(table.split('\n').length).toBe(ROWS + 2);
    expect(table.split('\n')[0]?.split(/\s+/).length).toBeLessThan(205);
    expect((await textOf(lists, 'table', isTerminal)).split('\n').length).toBe(1_002);
  },
);

test('one row of long cells does not make each of many rows as wide', async () => {
  proves('ATTACK-costly-text');
  const names = Array.from({ length: 50 }, (_, at) => `c${at}`);
  const long = Object.fromEntries(names.map((name) => [name, 'x'.repeat(1900)]));
  const rows = [long, ...Array.from({ length: 20_000 }, () => ({ c49: 1 }))];
  const table = await textOf({ rows }, 'table', false);
  expect(table.length).toBeLessThan(40_000_000);
  expect(table).toContain('x'.repeat(1900));
});

test.each(['csv', 'tsv'] as const)('%s refuses to be 27 million cells', async (name) => {
  proves('ATTACK-costly-text');
  const failure = await textOf(wide, name, false).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect(failure).toMatchObject({
    kind: 'conflict',
    facts: {
      code: 'too_many_cells',
      detail: '300 rows in 90000 columns; at most 20000000 cells are printed at once.',
      next: [{ step: 'choose_columns' }],
    },
  });
});

test('members are as many as no function may have arguments', async () => {
  proves('ATTACK-costly-text');
  expect((await textOf(members, 'table', false)).split('\n').length).toBe(MEMBERS + 1);
});

test.each(['table', 'json', 'jsonl', 'yaml', 'csv', 'tsv', 'raw'] as const)(
  '%s prints as many levels as an answer may have',
  async (name) => {
    proves('ATTACK-costly-text');
    expect(await textOf(deep, name, true)).toMatch(/\n$/);
  },
);

test.each([false, true])('yaml of very long texts reads as they are (%s)', async (isTerminal) => {
  proves('UI-many-lines', 'UI-yaml-readers');
  const odd = 'a😀\\ "\u2028\ufeff\u001b\u007f\ud800# no: ~\n';
  const part = (shift: number) => ' '.repeat(shift) + odd.repeat(80_000);
  const value = { parts: [part(0), part(1)], [part(2)]: 'short\ntext', no: [true, null] };
  const text = await textOf(value, 'yaml', isTerminal);
  expect(parse(text, { maxAliasCount: 0 })).toEqual(value);
  expect(text).toContain('|-\n  short\n  text\n');
  expect(text.search(/[\u001b\u007f\u2028\ufeff]/)).toBe(-1);
});
