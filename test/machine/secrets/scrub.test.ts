import fc from 'fast-check';
import { expect, test } from 'vitest';
import { truncateText } from '../../../src/machine/jobs/truncate-text.ts';
import { capOutput } from '../../../src/machine/runners/output-cap.ts';
import { scrubOutput } from '../../../src/machine/runners/output-scrub.ts';
import { createScrub, scrubValue } from '../../../src/machine/secrets/scrub.ts';
import { proves } from '../../support/proves.ts';

proves('FIELD-artifact-scrubbed', 'LIM-artifact-size');

const SECRET = 'pässword/with "all" +';

test.each([
  SECRET,
  'cMOkc3N3b3JkL3dpdGggImFsbCIgKw==',
  'cMOkc3N3b3JkL3dpdGggImFsbCIgKw',
  'p%C3%A4ssword%2Fwith%20%22all%22%20%2B',
  'pässword/with \\"all\\" +',
])('a secret is taken out in the form %s', (form) => {
  expect(createScrub([SECRET])(`<${form}>`)).toBe('<[scrubbed]>');
});

test.each([
  ['Authorization: Bearer abcdef0123456789', 'Authorization: Bearer [scrubbed]'],
  ['key fleet_k1ab2c_Q8dkeo2kd9sk2', 'key [scrubbed]'],
  ['sk-live_0123456789abcdefXYZ', '[scrubbed]'],
  ['ghp_0123456789abcdefghij0123', '[scrubbed]'],
  ['xoxb-123456789012-abc', '[scrubbed]'],
  ['AKIAIOSFODNN7EXAMPLE', '[scrubbed]'],
  ['eyJhbGciOiJIUzI1.eyJzdWIiOiIx.c2ln', '[scrubbed]'],
  [
    'the bearer of bad news; fleet_yaml; task-force',
    'the bearer of bad news; fleet_yaml; task-force',
  ],
])('%s → %s', (text, scrubbed) => {
  expect(createScrub([])(text)).toBe(scrubbed);
});

test('a secret of several lines is found line by line; a value of three letters is a word', () => {
  const scrub = createScrub(['-----BEGIN KEY-----\nMIIEvQIBADANBg\n', 'abc']);
  expect(scrub('x MIIEvQIBADANBg y abc')).toBe('x [scrubbed] y abc');
});

test('every text of a JSON value is scrubbed, names of members too', () => {
  const scrub = createScrub(['hunter22']);
  expect(scrubValue({ hunter22: [1, null, 'a hunter22', { b: true }] }, scrub)).toEqual({
    '[scrubbed]': [1, null, 'a [scrubbed]', { b: true }],
  });
});

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

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });

test('a stream is scrubbed alike however it is cut into chunks, and kept byte for byte else', async () => {
  const scrub = createScrub(['hunter2-secret', 'grün-geheim']);
  const piece = fc.oneof(
    fc.constantFrom('hunter2-secret', 'grün-geheim', '\n', ' ').map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece), sizes, async (pieces, chunkSizes) => {
      const bytes = Buffer.concat(pieces);
      const scrubbed = await collect(scrubOutput(chunksOf(bytes, chunkSizes), scrub));
      const whole = Buffer.from(scrub(bytes.toString('latin1')), 'latin1');
      expect(scrubbed).toEqual(whole);
    }),
  );
});

test('a secret in a line without an end is found wherever the stream is cut', async () => {
  const scrub = createScrub(['hunter2-secret']);
  for (const before of [65_530, 65_987, 65_993, 65_999, 66_000, 69_630, 131_060]) {
    const bytes = Buffer.from(`${'x'.repeat(before)}hunter2-secret${'y'.repeat(70_000)}`);
    const scrubbed = (await collect(scrubOutput(chunksOf(bytes, [1_000]), scrub))).toString();
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

test('cut text is never longer than asked, never half a character, and a part of the whole', () => {
  const keep = fc.constantFrom('start' as const, 'end' as const);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(60), keep, (text, bytesMax, kept) => {
      const whole = text.toWellFormed();
      const options = { keep: kept, bytesMax: bytesMax + 1, scrub: (value: string) => value };
      const { content, cut } = truncateText(Buffer.from(whole), options);
      expect(Buffer.byteLength(content)).toBeLessThanOrEqual(bytesMax + 1);
      expect(kept === 'end' ? whole.endsWith(content) : whole.startsWith(content)).toBe(true);
      expect(cut).toBe(Buffer.byteLength(whole) > bytesMax + 1);
    }),
  );
});
