import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { capOutput, captureOutput } from '../../../src/machine/runners/capture-output.ts';
import { scrubOutput } from '../../../src/machine/runners/scrub-output.ts';
import { createScrub } from '../../../src/machine/secrets/scrub.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

proves('FIELD-artifact-scrubbed', 'LIM-artifact-size');

const clock = createFakeClock();

async function* chunksOf(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let from = 0;
  for (let index = 0; from < bytes.length; index += 1) {
    const size = sizes[index % sizes.length] ?? bytes.length;
    yield bytes.subarray(from, from + size);
    from += size;
  }
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Base64 in lines, as `openssl base64` writes it. */
function linesOf(text: string): string[] {
  const digits =
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return digits.map((line) => `${line}\n`);
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });

test('a stream is scrubbed alike however it is cut into chunks, and kept byte for byte else', async () => {
  const long = 'a private key '.repeat(12);
  const scrub = createScrub(['hunter2-secret', 'grün-geheim', long]);
  const inLines = linesOf(`key=${long}`);
  const piece = fc.oneof(
    fc.constantFrom(...inLines, inLines.join('')).map((text) => Buffer.from(text)),
    fc.constantFrom('hunter2-secret', 'grün-geheim', '\n', ' ').map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece), sizes, async (pieces, chunkSizes) => {
      const bytes = Buffer.concat(pieces);
      const scrubbed = await collect(scrubOutput(chunksOf(bytes, chunkSizes), { scrub, clock }));
      const whole = Buffer.from(scrub(bytes.toString('latin1')), 'latin1');
      expect(scrubbed).toEqual(whole);
    }),
  );
});

test('a secret in a line without an end is found wherever the stream is cut', async () => {
  const scrub = createScrub(['hunter2-secret']);
  for (const before of [65_530, 65_987, 65_993, 65_999, 66_000, 69_630, 131_060]) {
    const bytes = Buffer.from(`${'x'.repeat(before)}hunter2-secret${'y'.repeat(70_000)}`);
    const scrubbed = (
      await collect(scrubOutput(chunksOf(bytes, [1_000]), { scrub, clock }))
    ).toString();
    expect(scrubbed).toBe(`${'x'.repeat(before)}[scrubbed]${'y'.repeat(70_000)}`);
  }
});

test('capped output keeps its start and its end and says what is missing', async () => {
  const bytes = Buffer.from(`start${'.'.repeat(400_000)}end`);
  const capped = (await collect(capOutput(chunksOf(bytes, [999]), 5))).toString();
  expect(capped.startsWith('start\n[137859 bytes left out]\n')).toBe(true);
  expect(capped.endsWith('..end')).toBe(true);
  expect(capped).toHaveLength(5 + '\n[137859 bytes left out]\n'.length + 262_144);
  expect((await collect(capOutput(chunksOf(bytes, [999]), 400_008))).equals(bytes)).toBe(true);
});

test('lines that look like base64 are told also where the stream is left before it ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-capture-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const told: string[] = [];
  const source = new PassThrough();
  const captured = captureOutput(source, {
    path: join(folder, 'stdout'),
    bytesMax: 1_000,
    scrub: createScrub([]),
    clock,
    onLines: (lines) => told.push(lines),
  });
  const digest = 'a1'.repeat(40);
  source.write(`first\n${digest}\n`);
  await expect.poll(() => readFileSync(join(folder, 'stdout'), 'utf8')).toContain('first');
  clock.advance(2_000);
  await expect.poll(() => readFileSync(join(folder, 'stdout'), 'utf8')).toContain(digest);
  source.destroy();
  await captured;
  expect(told).toEqual(['first', digest]);
});

test('output that cannot be written is left, also where its program says nothing more', async () => {
  const source = new PassThrough();
  const captured = captureOutput(source, {
    path: tmpdir(),
    bytesMax: 1_000,
    scrub: createScrub([]),
    clock,
    onLines: () => undefined,
  });
  await expect(captured).rejects.toMatchObject({ code: 'EISDIR' });
  expect(source.destroyed).toBe(true);
});
