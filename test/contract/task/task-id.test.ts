import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTaskId, printTaskId } from '../../../src/contract/task/task-id.ts';
import { proves } from '../../support/proves.ts';

const macOf = (key: string) => (text: string) =>
  createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url');
const mac = macOf('one');

const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
const names = fc.record({
  operation: part,
  kind: fc.constantFrom('job' as const, 'command' as const),
  id: part,
  createdMs: fc.integer({ min: 0, max: 4e12 }),
});

test('an id is visible ASCII, says what it was printed for, and only with its key', () => {
  proves('TASK-id');
  fc.assert(
    fc.property(names, (name) => {
      const id = printTaskId(name, mac);
      expect(id).toMatch(/^[\x21-\x7e]+$/);
      expect(parseTaskId(id, mac)).toEqual(name);
      expect(parseTaskId(id, macOf('two'))).toBeUndefined();
    }),
    { numRuns: 50 },
  );
});

test('no id with one character changed, cut or added is one', () => {
  proves('TASK-id');
  const name = { operation: 'run_skill', kind: 'job', id: 'job_1', createdMs: 1 } as const;
  const id = printTaskId(name, mac);
  for (let at = 0; at < id.length; at += 1) {
    const other = id[at] === 'x' ? 'y' : 'x';
    expect(parseTaskId(id.slice(0, at) + other + id.slice(at + 1), mac)).toBeUndefined();
    expect(parseTaskId(id.slice(0, at), mac)).toBeUndefined();
  }
  for (const text of [`${id} `, ` ${id}`, '', 'a:job:b', 5, null, 'x'.repeat(10_000)]) {
    expect(parseTaskId(text, mac)).toBeUndefined();
  }
});
