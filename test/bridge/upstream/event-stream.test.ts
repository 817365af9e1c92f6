import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEventReader } from '../../../src/bridge/upstream/event-stream.ts';

test('events are the same however their bytes are cut and their lines end', () => {
  const line = fc.stringMatching(/^[a-z:é😀 ]{0,6}$/u);
  const event = fc.array(line, { minLength: 1, maxLength: 3 });
  const ends = fc.constantFrom('\n', '\r\n', '\r');
  fc.assert(
    fc.property(
      fc.array(event),
      ends,
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      (events, end, sizes) => {
        const text = events.map(
          (lines) => `${lines.map((each) => `data: ${each}${end}`).join('')}${end}`,
        );
        const bytes = Buffer.from(`\uFEFF:x${end}${text.join('')}`);
        const reader = createEventReader();
        const found: string[] = [];
        for (let at = 0; at < bytes.length; ) {
          const size = sizes.next().value ?? 1;
          found.push(...reader.take(bytes.subarray(at, at + size)));
          at += size;
        }
        expect([...found, ...reader.rest()]).toEqual(events.map((lines) => lines.join('\n')));
      },
    ),
  );
});

test('an event of very many lines is not read to its end: each line takes more memory than bytes', () => {
  const lines = Buffer.from('data:\n'.repeat(60_000));
  const reader = createEventReader();
  expect(reader.take(lines)).toEqual([]);
  expect(() => reader.take(lines)).toThrow('too many lines');
});
