import { expect, test } from 'vitest';
import { followEvents } from '../../../src/flow/live/follow-events.ts';
import { proves } from '../../support/proves.ts';

const TARGET = { kind: 'job', id: 'job_1' } as const;

const job = (...messages: readonly string[]) => ({
  state: 'in_progress',
  progress: { recent_updates: messages.map((message) => ({ message })) },
});

test('an update is told once, also where one look-up is older than the last', () => {
  const eventsOf = followEvents(TARGET);
  expect(eventsOf(job()).map(({ event }) => event)).toEqual(['state']);
  const told = (...messages: readonly string[]) =>
    eventsOf(job(...messages)).map((event) => event['message']);
  expect(told('one')).toEqual(['one']);
  expect(told('one', 'two')).toEqual(['two']);
  expect(told('one')).toEqual([]);
  expect(told('two', 'three')).toEqual(['three']);
  expect(told()).toEqual([]);
  expect(told('three')).toEqual([]);
});

test('what fell off the updates long ago is not kept', () => {
  proves('ATTACK-costly-text');
  const eventsOf = followEvents(TARGET);
  eventsOf(job());
  const told = (message: string) => eventsOf(job(message)).length;
  expect(['one', 'two', 'three', 'one'].map(told)).toEqual([1, 1, 1, 1]);
});
