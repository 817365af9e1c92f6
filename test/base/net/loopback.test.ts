import { expect, test } from 'vitest';
import { isLoopback } from '../../../src/base/net/loopback.ts';
import { proxyFor } from '../../../src/client/transport/proxy-address.ts';
import { assertKeyMayTravel, parseBaseUrl } from '../../../src/contract/base-url.ts';
import { checkBaseUrl } from '../../../src/machine/base-url.ts';
import { readListenAddress as machineListens } from '../../../src/machine/webhooks/listen-address.ts';
import { readListenAddress as serverListens } from '../../../src/server/http/listen-address.ts';
import { refuseForeignSite } from '../../../src/server/mcp/origin-check.ts';

const HOSTS = [
  ['localhost', true],
  ['LOCALHOST', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['[::1]', true],
  ['fleet.localhost', false],
  ['localhost.example.com', false],
  ['127.0.0.1.example.com', false],
  ['128.0.0.1', false],
  ['[::2]', false],
] as const;

test.each(HOSTS)('%s is this computer: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

/** Every place that asks: whether it takes `host` for this computer. */
const ASKED: Readonly<Record<string, (host: string) => boolean>> = {
  'a key over plain http': (host) =>
    passes(() => assertKeyMayTravel(parseBaseUrl(`http://${host}:8787`), undefined)),
  'no proxy': (host) =>
    proxyFor(new URL(`http://${host}:8787`), { HTTP_PROXY: 'http://proxy.example:3128' }) ===
    undefined,
  'a machine token over plain http': (host) =>
    passes(() => checkBaseUrl(`http://${host}:8787`, false)),
  'the server listens': (host) => passes(() => serverListens(`${host}:0`, false)),
  'the machine listens': (host) => passes(() => machineListens(`${host}:0`, false)),
  'the Host of an MCP request': (host) =>
    passes(() =>
      refuseForeignSite({ host }, { isPublic: false, baseUrl: 'https://fleet.example.com' }),
    ),
};

test.each(Object.keys(ASKED))('one rule of loopback: %s', (where) => {
  const found = HOSTS.map(([host]) => [host, ASKED[where]?.(host)]);
  expect(found).toEqual(HOSTS.map(([host, expected]) => [host, expected]));
});

function passes(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
