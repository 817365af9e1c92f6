import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { captureOutput } from '../../../src/machine/runners/capture-output.ts';
import { OutputLines } from '../../../src/machine/runners/output-lines.ts';
import type { RunContext } from '../../../src/machine/runners/runner.ts';
import { readProgressLine } from '../../../src/machine/runners/shell-syntax.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

const MIB = 1024 * 1024;

/** Reads output as a run's, and keeps what it reports. */
function readOutput() {
  const clock = createFakeClock();
  const messages: (string | null)[] = [];
  const emit: RunContext['emit'] = (event) => {
    if (event.kind === 'progress') messages.push(event.progress.message);
  };
  return { clock, messages, output: new OutputLines({ clock, emit }, true) };
}

const progress = (message: string | number) => `::progress {"message": "${message}"}`;

test('beyond what is kept, a program that writes without end waits', async () => {
  proves('ATTACK-endless-output');
  const folder = await mkdtemp(join(tmpdir(), 'fleet-output-'));
  const clock = createFakeClock();
  let written = 0;
  function* endless() {
    for (; written < 40; written += 1) yield Buffer.from('y\n'.repeat(MIB / 2));
  }
  const captured = captureOutput(Readable.from(endless(), { highWaterMark: 1 }), {
    path: join(folder, 'stdout'),
    bytesMax: 2 * MIB,
    scrub: (text) => text,
    clock,
    onLines: () => undefined,
  });
  await expect.poll(() => clock.timers).toBe(1);
  expect(written).toBeLessThan(8);
  await expect
    .poll(() => {
      clock.advance(100);
      return written;
    })
    .toBe(40);
  clock.advance(100_000);
  await captured;
  await rm(folder, { recursive: true });
});

test('of a flood of progress 200 a second are reported, then the newest of what comes at once', () => {
  proves('ATTACK-endless-output');
  const { clock, messages, output } = readOutput();
  const flood = Array.from({ length: 1000 }, (_, place) => progress(place)).join('\n');
  output.addOut(flood);
  expect(messages).toHaveLength(200);
  expect(messages.at(0)).toBe('800');
  output.addOut(flood);
  expect(messages.slice(200)).toEqual(['999']);
  clock.advance(1000);
  output.addOut(progress('later'));
  expect(messages.at(-1)).toBe('later');
});

test('progress and last lines are those of each line alone, however lines come together', () => {
  const line = fc.constantFrom('', ' ', 'text', ' a ', 'b\r', progress('p'), '::progress {', 'é');
  fc.assert(
    fc.property(fc.array(fc.array(line, { minLength: 1 })), (chunks) => {
      const { messages, output } = readOutput();
      for (const chunk of chunks) output.addOut(chunk.join('\n'));
      const lines = chunks.flat().map((text) => text.replace(/\r$/, ''));
      const isProgress = (text: string) => typeof readProgressLine(text) === 'object';
      const others = lines.filter((text) => text.trim() !== '' && !isProgress(text));
      expect(output.last).toEqual(others.slice(-20));
      expect(messages).toHaveLength(lines.filter(isProgress).length);
    }),
  );
});
