import { expect, test } from 'vitest';
import { streamClaim } from '../../../src/flow/live/stream-claim.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

const LOOK_MS = 3_000;

test('two that follow one stream each have it in turns, and ask once in a minute in the long run', () => {
  proves('UI-follow-output-shared');
  const clock = createFakeClock();
  const begun = clock.now();
  let shown = 'stderr';
  const asked = { stdout: [] as number[], stderr: [] as number[] };
  const seen = { stdout: begun, stderr: begun };
  const followers = (['stdout', 'stderr'] as const).map((stream) => ({
    stream,
    claim: streamClaim(clock, stream),
  }));
  const silentMs: number[] = [];
  for (; clock.now() < begun + 3_600_000; clock.advance(LOOK_MS)) {
    for (const { claim, stream } of followers) {
      if (shown === stream) {
        silentMs.push(clock.now() - seen[stream]);
        seen[stream] = clock.now();
      }
      if (!claim.see({ output: { stream: shown, text: 'x' } })) continue;
      asked[stream].push(clock.now() - begun);
      shown = stream;
    }
  }
  expect(asked.stdout[0]).toBe(12_000);
  for (const times of [asked.stdout, asked.stderr]) {
    expect(times.length).toBeGreaterThan(20);
    expect(times.length).toBeLessThan(60);
  }
  expect(Math.max(...silentMs)).toBeLessThan(80_000);
});

test('a stream that nobody took is not asked for again, only one whose time was over', () => {
  const clock = createFakeClock();
  const claim = streamClaim(clock, 'stdout');
  const look = (output: object | null | undefined) => {
    clock.advance(LOOK_MS);
    return claim.see({ output });
  };
  const looks = (output: object | null | undefined) =>
    Array.from({ length: 40 }, () => look(output)).filter(Boolean).length;
  // Its machine has sent none yet, then one that stays as it is.
  expect([looks(null), looks(undefined), looks({ stream: 'stdout', text: 'one' })]).toEqual([
    0, 0, 0,
  ]);
  expect([looks(null) > 0, claim.isTaken]).toEqual([true, false]);
});
