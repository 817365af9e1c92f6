import { expect, test } from 'vitest';
import { Failure } from '../../src/contract/failure.ts';
import { parseDurationMs } from '../../src/terminal/duration.ts';
import { INTERFACE } from '../requirements.ts';
import { proves } from '../support/proves.ts';

proves('UI-durations');

test('a duration is seconds, or has a unit', () => {
  for (const [text, seconds] of Object.entries(INTERFACE['UI-durations'].examples)) {
    expect([text, parseDurationMs(text, 'timeout')]).toEqual([text, seconds * 1000]);
  }
  expect(parseDurationMs('0.5', 'timeout')).toBe(500);
  expect(parseDurationMs('24h', 'timeout')).toBe(86_400_000);
});

test('a duration that may be of several days can be given in days', () => {
  expect(parseDurationMs('90d', 'expires-in', 365)).toBe(7_776_000_000);
  expect(parseDurationMs('2h', 'expires-in', 365)).toBe(7_200_000);
  const tooLong = () => parseDurationMs('366d', 'expires-in', 365);
  expect(tooLong).toThrow(
    expect.objectContaining({
      facts: expect.objectContaining({ detail: expect.stringContaining('at most 365d') }),
    }),
  );
});

test.each(['', '0', '-1', '1d', '25h', '1 s', '90S', 'soon', '1e3', '1.', 'Infinity', '٣'])(
  'the duration %j is refused, naming the flag and what is allowed',
  (text) => {
    const parse = () => parseDurationMs(text, 'follow-timeout');
    expect(parse).toThrow(Failure);
    expect(parse).toThrow(expect.objectContaining({ kind: 'usage' }));
    expect(parse).toThrow(
      expect.objectContaining({
        facts: expect.objectContaining({
          title: '--follow-timeout is not a duration',
          detail: expect.stringContaining('90s, 10m, 2h'),
        }),
      }),
    );
  },
);
