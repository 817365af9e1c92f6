import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createElicitation } from '../../../src/bridge/session/elicitation.ts';
import { createRequestStates } from '../../../src/bridge/session/request-state.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

test('a question that nobody answers is withdrawn after five minutes', async () => {
  proves('BRIDGE-nobody-asked');
  const clock = createFakeClock();
  const sent: object[] = [];
  const writer = {
    send: (message: object) => void sent.push(message),
    ready: async () => {},
    backpressure: () => undefined,
  };
  const elicitation = createElicitation({
    clock,
    writer,
    states: createRequestStates(randomBytes),
  });
  const { signal } = new AbortController();
  const elicit = elicitation.legacy({ params: {}, capabilities: { elicitation: {} }, signal });
  const about = {
    name: 'end_thing',
    args: {},
    service: undefined,
    isFinal: true,
    change: undefined,
  };
  const ended = elicit?.(about);
  clock.advance(299_999);
  expect(sent).toHaveLength(1);
  clock.advance(1);
  expect(await ended).toBe('unanswered');
  expect(sent[1]).toMatchObject({
    method: 'notifications/cancelled',
    params: { requestId: 'fleet-1' },
  });
});
