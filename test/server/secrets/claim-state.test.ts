import { expect, test } from 'vitest';
import { isClaimDue, nextClaimState } from '../../../src/server/secrets/claim-state.ts';
import { STATES } from '../../requirements.ts';
import { proves } from '../../support/proves.ts';

const states = STATES['STATE-claim'].values;
const events = ['seal', 'keep', 'fail', 'expire', 'claim'] as const;

const MOVES: Readonly<Record<string, string>> = {
  'pending seal': 'sealed',
  'pending keep': 'exists',
  'pending fail': 'failed',
  'pending expire': 'expired',
  'sealed claim': 'claimed',
  'sealed expire': 'expired',
};

test('a claim makes the moves of the table and no others', () => {
  proves('STATE-claim');
  for (const state of states) {
    for (const event of events) {
      const move = `${state} ${event}`;
      expect([move, nextClaimState(state, event)]).toEqual([move, MOVES[move]]);
    }
  }
});

test('only an open claim whose machine has received it can be due', () => {
  const due = states.filter((state) => isClaimDue({ state, expires_at: 100 }, 100));
  expect(due).toEqual(['pending', 'sealed']);
  expect(isClaimDue({ state: 'pending', expires_at: 100 }, 99)).toBe(false);
  expect(isClaimDue({ state: 'pending', expires_at: null }, 100)).toBe(false);
});
