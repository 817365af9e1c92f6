import { expect, test } from 'vitest';
import { networkFailure } from '../../src/client/network-failure.ts';
import type { RequestInfo } from '../../src/client/request-info.ts';

const sent: RequestInfo = {
  method: 'POST',
  origin: 'https://fleet.example',
  path: '/api/v1/tools/run_skill',
  operationClass: 'write',
  requestId: 'cli-1',
  key: 'k',
  conditional: false,
  timeLimitMs: 30_000,
};

// Sockets on loopback cannot show these: names that are not known and hosts that do not answer.
test.each([
  ['ENOTFOUND', 'https://fleet.example: no address is known for its name (ENOTFOUND).'],
  [
    'EAI_AGAIN',
    'https://fleet.example: no name server tells the address for its name now (EAI_AGAIN).',
  ],
  ['UND_ERR_CONNECT_TIMEOUT', 'https://fleet.example: no connection in time.'],
  ['EHOSTUNREACH', 'https://fleet.example: no connection (EHOSTUNREACH).'],
])('a connection not made for %s says so, and nothing of looking up', (reason, detail) => {
  const { kind, facts } = networkFailure({ kind: 'not_connected', reason }, sent);
  expect([kind, facts.detail]).toEqual(['network', detail]);
  expect(facts.next).toBeUndefined();
});

test.each([
  ['timed_out', false, [{ step: 'allow_more_time' }]],
  ['aborted', false, undefined],
] as const)('%s before anything was sent has nothing to look up', (kind, wasSent, next) => {
  expect(networkFailure({ kind, sent: wasSent }, sent).facts.next).toEqual(next);
});
