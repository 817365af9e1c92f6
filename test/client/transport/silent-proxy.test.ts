import { expect, onTestFinished, test } from 'vitest';
import { openConnections } from '../../../src/client/transport/connections.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import { serveRaw } from '../../support/raw-server.ts';
import { ACTION, toldOf } from '../../support/ways-to-connect.ts';

const PROXY_SILENT = {
  title: 'The proxy gave no connection in time',
  detail: 'POST ORIGIN/: the proxy PROXY gave none to the service within 1 s.',
  extra: { proxy: expect.stringMatching(/^127\.0\.0\.1:\d+$/) },
  wasSent: false,
};
const NO_RESPONSE = {
  title: 'The service did not respond in time',
  detail: 'POST ORIGIN/: no complete response through the proxy PROXY within 1 s.',
  wasSent: true,
};

test.each([
  ['a tunnel', 'https://fleet.test', 'http', PROXY_SILENT],
  ['SOCKS', 'https://fleet.test', 'socks5', PROXY_SILENT],
  ['forwarding', 'http://fleet.test', 'http', NO_RESPONSE],
])(
  'a silent proxy for %s is named, and is not told as the service',
  async (_way, origin, scheme, told) => {
    proves('NET-path');
    const proxy = await serveRaw(() => {});
    const host = new URL(proxy.url).host;
    const environment = { ALL_PROXY: `${scheme}://${host}` };
    const clock = createFakeClock();
    const connections = openConnections({ origin, environment, clock });
    onTestFinished(() => connections.close());
    const sending = connections.send(ACTION);
    await expect.poll(() => proxy.sockets[0]?.bytesRead ?? 0).toBeGreaterThan(0);
    clock.advance(ACTION.timeoutMs);
    const facts = toldOf(await sending, origin);
    expect({
      ...facts,
      detail: facts.detail?.replace(origin, 'ORIGIN').replace(host, 'PROXY'),
    }).toMatchObject({ code: 'timed_out', ...told });
  },
);
