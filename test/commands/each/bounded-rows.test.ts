import { expect, test } from 'vitest';
import { boundedRows } from '../../../src/commands/each/bounded-rows.ts';
import type { EachRow } from '../../../src/commands/each/result-row.ts';
import { proves } from '../../support/proves.ts';

const row = (machine: string): EachRow => ({
  machine,
  name: machine,
  operation: 'get_machine',
  sent: 'yes',
  result: 'refused',
  exit_code: 6,
  job: null,
  command: null,
  response: 'x'.repeat(300),
  error: { code: 'not_found', detail: 'x'.repeat(300) },
  run: 'r1',
  run_machines: 3,
});

test('rows that are kept until all have come are kept whole up to a size', () => {
  proves('ATTACK-costly-text');
  const rows = boundedRows(1_700);
  const kept = ['mac_0', 'mac_1', 'mac_2'].map((machine) => rows.add(row(machine)));
  expect(kept.slice(0, 2)).toEqual([row('mac_0'), row('mac_1')]);
  expect(kept[2]).toEqual({ ...row('mac_2'), response: null, error: { code: 'not_found' } });
  expect(rows.cutCount()).toBe(1);
});
