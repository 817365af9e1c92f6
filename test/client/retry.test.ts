import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextTry, type RetryOutcome, type RetryState } from '../../src/client/retry.ts';
import { proves } from '../support/proves.ts';

const first: RetryState = {
  attempt: 1,
  triesMax: 4,
  operationClass: 'read',
  outcome: { kind: 'not_connected' },
  elapsedMs: 0,
  deadlineMs: 30_000,
  random: 0.5,
};

const status = (code: number): RetryOutcome => ({
  kind: 'status',
  status: code,
  retryAfterMs: undefined,
});

test.each<[RetryOutcome, read: boolean, write: boolean]>([
  [status(200), false, false],
  [status(302), false, false],
  [status(400), false, false],
  [status(404), false, false],
  [status(409), false, false],
  [status(429), true, true],
  [status(500), false, false],
  [status(502), false, false],
  [status(503), true, false],
  [status(504), false, false],
  [{ kind: 'not_connected' }, true, true],
  [{ kind: 'not_trusted' }, false, false],
  [{ kind: 'broken' }, true, false],
  [{ kind: 'timed_out' }, false, false],
  [{ kind: 'aborted' }, false, false],
  [{ kind: 'too_large' }, false, false],
])('%j: again for a read %j, for what acts %j', (outcome, read, write) => {
  proves('UI-retry-reads', 'UI-retry-acts');
  const again = (operationClass: string | undefined) =>
    nextTry({ ...first, outcome, operationClass }) !== 'stop';
  expect(again('read')).toBe(read);
  for (const acting of ['write', 'destructive', 'unheard_of', undefined]) {
    expect(again(acting)).toBe(write);
  }
});

test.each([
  [1, 0, 250],
  [1, 0.5, 375],
  [1, 0.999, 500],
  [2, 0, 500],
  [2, 0.5, 750],
  [3, 0, 1000],
  [3, 0.5, 1500],
])('after try %i with random %f the delay is %i ms', (attempt, random, delayMs) => {
  expect(nextTry({ ...first, attempt, random })).toEqual({ delayMs });
});

test('the fourth try is the last, and a request of one try has no second', () => {
  expect(nextTry({ ...first, attempt: 4 })).toBe('stop');
  expect(nextTry({ ...first, triesMax: 1 })).toBe('stop');
});

test('Retry-After is waited for in full, and never the deadline out', () => {
  fc.assert(
    fc.property(
      fc.record({
        attempt: fc.integer({ min: 1, max: 3 }),
        retryAfterMs: fc.option(fc.nat(120_000), { nil: undefined }),
        elapsedMs: fc.nat(40_000),
        random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      }),
      ({ retryAfterMs: asked, ...question }) => {
        const outcome: RetryOutcome = { kind: 'status', status: 429, retryAfterMs: asked };
        const next = nextTry({ ...first, ...question, outcome });
        if (next === 'stop') return;
        expect(next.delayMs).toBeGreaterThanOrEqual(asked ?? 250);
        expect(question.elapsedMs + next.delayMs).toBeLessThan(30_000);
      },
    ),
  );
});
