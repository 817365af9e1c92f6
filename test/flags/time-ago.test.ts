import { expect, test } from 'vitest';
import { fieldsOf } from '../../src/flags/fields.ts';
import { toInput } from '../../src/flags/to-input.ts';
import { literalReaders } from '../support/literal-readers.ts';
import { proves } from '../support/proves.ts';

const FIELDS = fieldsOf({
  type: 'object',
  properties: {
    since: { type: 'string', description: 'ISO 8601 time or date: only what came after it.' },
    at: { type: 'string', format: 'date-time' },
    name: { type: 'string' },
  },
});

async function jsonOf({ flags }: { readonly flags: Readonly<Record<string, string>> }) {
  const raw = { flags: new Map(Object.entries(flags)), args: [], positionals: [] };
  return JSON.stringify(await toInput(FIELDS, raw, literalReaders().readers));
}

test('where a time is wanted, 2h is that long ago; a time and a date stay', async () => {
  proves('UI-flags-time');
  for (const [typed, time] of [
    ['2h', '2026-03-01T10:00:00.000Z'],
    ['90s', '2026-03-01T11:58:30.000Z'],
    ['1d', '2026-02-28T12:00:00.000Z'],
    ['2026-02-01', '2026-02-01'],
    ['2x', '2x'],
  ] as const) {
    expect(await jsonOf({ flags: { since: typed, at: typed } })).toBe(
      JSON.stringify({ since: time, at: time }),
    );
  }
  expect(await jsonOf({ flags: { name: '2h' } })).toBe('{"name":"2h"}');
});
