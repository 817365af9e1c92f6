import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { openConnections } from '../../../src/client/transport/connections.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { answers, serve } from '../../support/misbehaving-server.ts';
import { serveProxy } from '../../support/network/recording-proxy.ts';
import { serveTls } from '../../support/network/serve-tls.ts';
import { serveSocks } from '../../support/network/socks-proxy.ts';
import { EXPIRED_CERTIFICATE, FUTURE_CERTIFICATE } from '../../support/network/test-certificate.ts';
import {
  EXPIRED_ISSUER,
  EXPIRED_ROOT,
  ISSUED_CERTIFICATE,
  ROOT,
} from '../../support/network/test-issuers.ts';
import { proves } from '../../support/proves.ts';
import { serveRaw } from '../../support/raw-server.ts';
import { createSkippingClock } from '../../support/skipping-clock.ts';
import { failureOf, openTestClient } from '../../support/test-client.ts';
import { ACTION, toldOf } from '../../support/ways-to-connect.ts';

const WAYS = ['directly', 'for many requests', 'in a tunnel', 'by SOCKS'] as const;

/** What a person reads of one action to a service at `target`, which is https. */
async function readOf(target: string, way: (typeof WAYS)[number]) {
  const isTunnel = way === 'in a tunnel' || way === 'by SOCKS';
  const origin = isTunnel ? 'https://fleet.test' : target;
  const proxy = way === 'by SOCKS' ? serveSocks({ tunnelTo: target }) : serveProxy(target);
  const environment = isTunnel ? { HTTPS_PROXY: (await proxy).url } : {};
  const clock = createSkippingClock({ skipUpToMs: 0 });
  const isForMany = way === 'for many requests';
  const connections = openConnections({ origin, environment, clock, isForMany });
  onTestFinished(() => connections.close());
  const facts = toldOf(await connections.send(ACTION), origin);
  const { advice, code, detail, extra, wasSent } = facts;
  return { code, detail: detail?.replace(origin, 'ORIGIN'), advice, extra, wasSent };
}

test.each(WAYS)('%s, a certificate out of its time is told with its date', async (way) => {
  proves('NET-path');
  const expired = await readOf(await serveTls(EXPIRED_CERTIFICATE), way);
  expect(expired).toEqual({
    code: 'not_trusted',
    detail: 'ORIGIN: its certificate expired on 2024-03-01 (CERT_HAS_EXPIRED).',
    advice: expect.stringContaining('the clock of this computer'),
    extra: { certificate_valid_until: '2024-03-01T12:00:00.000Z' },
    wasSent: false,
  });
  const future = await readOf(await serveTls(FUTURE_CERTIFICATE), way);
  expect(future.detail).toBe(
    'ORIGIN: its certificate is not valid before 2099-01-01 (CERT_NOT_YET_VALID).',
  );
});

test.each(WAYS)('%s, an expired certificate above its own is told with its date', async (way) => {
  proves('NET-path');
  for (const [trusted, chain, date] of [
    [ROOT, [ISSUED_CERTIFICATE, EXPIRED_ISSUER], '2024-02-01'],
    [EXPIRED_ROOT, [ISSUED_CERTIFICATE], '2023-05-01'],
  ] as const) {
    trust(trusted);
    expect(await readOf(await serveTls(chain.join('')), way)).toEqual({
      code: 'not_trusted',
      detail: `ORIGIN: a certificate above its own expired on ${date} (CERT_HAS_EXPIRED).`,
      advice: expect.stringContaining('the clock of this computer'),
      extra: { certificate_valid_until: `${date}T12:00:00.000Z` },
      wasSent: false,
    });
  }
});

/** Until the end of the test, no other authority is known to this process. */
function trust(certificate: string): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
}

test.each(WAYS)('%s, https to a port of plain http is told as that', async (way) => {
  proves('NET-path');
  const server = await serve(answers(200, '{}'));
  const read = await readOf(server.url.replace('http:', 'https:'), way);
  expect(read).toMatchObject({ code: 'no_tls', wasSent: false, extra: undefined });
  expect(read.detail).toContain('what answers there is no TLS');
  expect(server.seen).toEqual([]);
});

test('plain http to a port of https is told as that', async () => {
  proves('NET-path');
  const tls = await serveTls(EXPIRED_CERTIFICATE);
  const html = await serveRaw(
    'HTTP/1.1 400 Bad Request\r\ncontent-type: text/html\r\ncontent-length: 3\r\n\r\n<p>',
  );
  for (const url of [tls.replace('https:', 'http:'), html.url]) {
    const failure = await failureOf(
      openTestClient(url).callTool('list_jobs', '{}', { operationClass: 'read' }),
    );
    expect(failure.advice).toContain('has to begin with https://');
  }
});

/** What \`fleet doctor\` shows without the title. */
const WITHOUT_LOGIN = 'without a name and a password (407)';

/** Why an action through a proxy ended. */
async function through(proxy: string, url = 'https://fleet.test') {
  const client = openTestClient(url, {
    environment: { HTTPS_PROXY: proxy, HTTP_PROXY: proxy, FLEET_ALLOW_HTTP: '1' },
  });
  return failureOf(client.callTool('run_skill', '{}', { operationClass: 'write' }));
}

test.each([
  ['http://127.0.0.1:1', 'https://fleet.test'],
  ['http://127.0.0.1:1', 'http://fleet.test'],
  ['https://127.0.0.1:1', 'https://fleet.test'],
  ['socks5://127.0.0.1:1', 'https://fleet.test'],
])('a proxy at %s that is not there is not told as the service %s', async (proxy, url) => {
  proves('NET-path');
  expect(await through(proxy, url)).toMatchObject({
    code: 'not_connected',
    title: 'The proxy cannot be reached',
    detail: 'the proxy 127.0.0.1:1: nothing listens there (ECONNREFUSED).',
    advice: 'Check HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY.',
    wasSent: false,
  });
});

test.each([
  [407, 'proxy_refused', 'The proxy asks for a name and a password', 1, WITHOUT_LOGIN],
  [403, 'proxy_refused', 'The proxy does not let the request through', 1, 'responded with 403'],
  [502, 'not_connected', 'The proxy does not reach the service', 4, 'responded with 502'],
])('a proxy that responds to CONNECT with %i', async (status, code, title, tries, reason) => {
  proves('NET-path');
  const proxy = await serveProxy(status);
  const failure = await through(proxy.url.replace('://', '://me:hunter2@'));
  expect(failure).toMatchObject({ kind: 'network', code, title, status, wasSent: false });
  expect(failure.detail).toContain(`${proxy.url.replace('http://', 'the proxy ')} `);
  expect(failure.detail).toContain(reason);
  expect(JSON.stringify(failure)).not.toContain('hunter2');
  expect(proxy.asked).toHaveLength(tries);
});

test.each([
  ['', 'it closed the connection without a response (UND_ERR_SOCKET)'],
  [
    'lorem ipsum\r\n\r\n',
    'what answers there does not speak HTTP as a proxy does (HTTPParserError)',
  ],
  ['HTTP/1.1 200 Conn', 'it closed the connection without a response (UND_ERR_SOCKET)'],
])('a proxy that responds to CONNECT with %j is told as what it is', async (said, problem) => {
  proves('NET-path');
  const proxy = await serveRaw((socket) => void socket.end(said));
  expect(await through(proxy.url)).toMatchObject({
    code: 'not_connected',
    title: 'The proxy cannot be reached',
    detail: `${proxy.url.replace('http://', 'the proxy ')}: ${problem}.`,
    wasSent: false,
  });
});

test('a proxy that does not respond to CONNECT in ten seconds is told, and not the service', async () => {
  proves('NET-path');
  const proxy = await serveRaw(() => {});
  const clock = createFakeClock();
  const origin = 'https://fleet.test';
  const environment = { HTTPS_PROXY: proxy.url };
  const connections = openConnections({ origin, environment, clock });
  onTestFinished(() => connections.close());
  const ended = connections.send({ ...ACTION, timeoutMs: 30_000 });
  await expect.poll(() => proxy.requests).toHaveLength(1);
  clock.advance(10_000);
  const host = proxy.url.replace('http://', '');
  expect(await ended).toEqual({ kind: 'not_connected', reason: 'ETIMEDOUT', proxy: host });
  expect(clock.timers).toBe(0);
});

test('a proxy that asks for a password before it forwards plain http', async () => {
  proves('NET-path');
  const proxy = await serve(answers(407, '<p>', { 'content-type': 'text/html' }));
  expect(await through(proxy.url, 'http://fleet.test')).toMatchObject({
    code: 'proxy_refused',
    title: 'The proxy asks for a name and a password',
    detail: expect.stringContaining(WITHOUT_LOGIN),
    wasSent: false,
  });
  expect(proxy.seen).toHaveLength(1);
});

test('a SOCKS proxy that wants a password, one whose rules forbid it, and one that cannot', async () => {
  proves('NET-path');
  const titles = [];
  for (const options of [{ needsLogin: true }, { reply: 2 }, { reply: 5 }]) {
    const { code, title } = await through((await serveSocks(options)).url);
    titles.push([code, title]);
  }
  expect(titles).toEqual([
    ['proxy_refused', 'The proxy asks for a name and a password'],
    ['proxy_refused', 'The proxy does not let the request through'],
    ['not_connected', 'The proxy does not reach the service'],
  ]);
});

test('a SOCKS proxy carries requests, without a warning of Node', async () => {
  proves('NET-path');
  const warnings: unknown[] = [];
  const note = (warning: Error) => void warnings.push(warning.message);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const server = await serve(answers(200, '{"jobs":[]}'));
  const proxy = await serveSocks({ tunnelTo: server.url });
  const client = openTestClient('http://fleet.test', {
    environment: { HTTP_PROXY: proxy.url, FLEET_ALLOW_HTTP: '1' },
  });
  const { value } = await client.callTool('list_jobs', '{}', { operationClass: 'read' });
  expect([value, proxy.asked, warnings]).toEqual([{ jobs: [] }, ['fleet.test:80'], []]);
});
