import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRequestStates } from '../../../src/bridge/session/request-state.ts';

test('a state ends after five minutes, and no other process takes it', () => {
  const states = createRequestStates(randomBytes);
  const asked = {
    name: 'end_thing',
    args: { thing: 'a' },
    service: undefined,
    isFinal: true,
    change: undefined,
  };
  const state = states.issue(asked, 1000);
  expect(states.redeem(state, asked, 301_000)).toBeUndefined();
  expect(createRequestStates(randomBytes).redeem(state, asked, 2000)).toBeUndefined();
  expect(states.redeem(state, asked, 300_999)).toEqual({ kind: 'question' });
});
