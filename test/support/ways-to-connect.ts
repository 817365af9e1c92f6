import { onTestFinished } from 'vitest';
import type { Clock } from '../../src/base/time/clock.ts';
import { networkFailure } from '../../src/client/network-failure.ts';
import type { AttemptResult, OutgoingRequest } from '../../src/client/response.ts';
import { type Connections, openConnections } from '../../src/client/transport/connections.ts';
import { createFakeClock } from './fake-clock.ts';

/** Every way in which a request gets to a service. */
export const WAYS = ['directly', 'for many requests', 'through a proxy'] as const;
export type Way = (typeof WAYS)[number];

/** Connections to a server of plain http; through a proxy, the server stands in for it. */
export function connectionsTo(
  url: string,
  way: Way,
  clock: Clock = createFakeClock(),
): Connections {
  const connections =
    way === 'through a proxy'
      ? openConnections({
          origin: 'http://fleet.test',
          environment: { HTTP_PROXY: url },
          clock,
        })
      : openConnections({
          origin: url,
          environment: {},
          clock,
          isForMany: way === 'for many requests',
        });
  onTestFinished(() => connections.close());
  return connections;
}

/** An action with a body, as the client sends it. */
export const ACTION: OutgoingRequest = {
  isRead: false,
  method: 'POST',
  path: '/',
  headers: {},
  body: '{}',
  timeoutMs: 1_000,
  signal: undefined,
};

export const READ: OutgoingRequest = { ...ACTION, isRead: true };

/** What a person is told of the action to `origin` that ended so without a response. */
export function toldOf(ended: AttemptResult, origin: string) {
  if (ended.kind === 'answered') throw new Error('answered');
  const { method, path, timeoutMs } = ACTION;
  return networkFailure(ended, {
    method,
    origin,
    path,
    operationClass: 'write',
    requestId: 'cli-1',
    key: undefined,
    conditional: false,
    timeLimitMs: timeoutMs,
  }).facts;
}
