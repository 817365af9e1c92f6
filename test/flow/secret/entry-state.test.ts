import { expect, test } from 'vitest';
import { isUnclaimed, nextEntryState } from '../../../src/flow/secret/entry-state.ts';
import { proves } from '../../support/proves.ts';

const STATES = [
  'asking',
  'asked',
  'sealed',
  'opened',
  'delivering',
  'delivered',
  'dropped',
] as const;
const EVENTS = ['accept', 'receive', 'open', 'hand_over', 'withdraw', 'finish'] as const;

const MOVES: Readonly<Record<string, string>> = {
  'asking accept': 'asked',
  'asked receive': 'sealed',
  'sealed open': 'opened',
  'opened hand_over': 'delivering',
  'delivering withdraw': 'opened',
  'delivering finish': 'delivered',
};

test('an entry makes the moves of the table and no others', () => {
  proves('UI-secret-journal');
  for (const state of STATES) {
    for (const event of EVENTS) {
      const move = `${state} ${event}`;
      expect([move, nextEntryState(state, event)]).toEqual([move, MOVES[move]]);
    }
  }
});

test('only what the service may still have can expire', () => {
  expect(STATES.filter(isUnclaimed)).toEqual(['asking', 'asked']);
});
