import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { captureOutput } from '../../../src/machine/runners/capture-output.ts';
import { scrubOutput } from '../../../src/machine/runners/scrub-output.ts';
import { createScrub } from '../../../src/machine/secrets/scrub.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

proves('FIELD-artifact-scrubbed');

const SECRET = 'a private key '.repeat(40);
const LINES = (
  Buffer.from(SECRET)
    .toString('base64')
    .match(/.{1,64}/g) ?? []
).map((line) => `${line}\n`);
const scrub = createScrub([SECRET]);

test('base64 in lines waits a second to be shown, and as long as it takes to be in a result', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-output-'));
  const path = join(folder, 'stdout');
  const kept = async () => await readFile(path, 'utf8').catch(() => '');
  const clock = createFakeClock();
  const source = new PassThrough();
  const lines: string[] = [];
  const onLines = (text: string) => void lines.push(text);
  const captured = captureOutput(source, { path, bytesMax: 1_000_000, scrub, clock, onLines });
  source.write(`begins\n${LINES.slice(0, 5).join('')}`);
  await expect.poll(() => clock.timers).toBe(1);
  await expect.poll(kept).toBe('begins\n');
  clock.advance(999);
  expect(clock.timers).toBe(1);
  clock.advance(1);
  await expect.poll(kept).toBe(`begins\n${LINES.slice(0, 5).join('')}`);
  source.end(`${LINES.slice(5).join('')}ends\n`);
  await captured;
  expect(clock.timers).toBe(0);
  expect(lines.join('\n')).toMatch(/^begins\n\[scrubbed\]=*\nends$/);
  expect(scrub(await kept())).toMatch(/^begins\n\[scrubbed\]=*\nends\n$/);
  await rm(folder, { recursive: true });
});

test('of base64 without end no more than a secret can be is held, also behind a secret', async () => {
  const CHUNK = 64 * 1024;
  let given = 0;
  let passed = 0;
  let heldMax = 0;
  let text = '';
  async function* endless() {
    yield Buffer.from(LINES.join(''));
    for (; given < 4 * 1024 * 1024; given += CHUNK) {
      yield Buffer.from(`${'A'.repeat(63)}\n`.repeat(CHUNK / 64));
      heldMax = Math.max(heldMax, given - passed);
    }
  }
  for await (const chunk of scrubOutput(endless(), { scrub, clock: createFakeClock() })) {
    passed += chunk.length;
    if (text.length < CHUNK) text += chunk.toString();
  }
  expect(text).toMatch(/^\[scrubbed\]/);
  expect(heldMax).toBeLessThan(1024 * 1024);
});

test('whoever wants no more of the output does not wait for what a program writes later', async () => {
  const clock = createFakeClock();
  const source = new PassThrough();
  source.write(LINES[0]);
  const output = scrubOutput(source, { scrub, clock });
  const first = output.next();
  await expect.poll(() => clock.timers).toBe(1);
  clock.advance(1_000);
  expect((await first).value?.toString()).toBe(LINES[0]);
  await output.return(undefined);
  source.destroy();
});
