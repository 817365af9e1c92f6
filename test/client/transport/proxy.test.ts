import { expect, test } from 'vitest';
import { answers, serve } from '../../support/misbehaving-server.ts';
import { serveProxy } from '../../support/network/recording-proxy.ts';
import { failureOf, openTestClient } from '../../support/test-client.ts';

const read = { operationClass: 'read' } as const;

test('plain http goes to the proxy as a whole URL, with the credentials of the proxy', async () => {
  const proxy = await serveProxy();
  const client = openTestClient('http://fleet.test:81/x', {
    environment: {
      HTTP_PROXY: proxy.url.replace('://', '://me:pw@'),
      FLEET_ALLOW_HTTP: '1',
    },
  });
  const answer = await client.request('GET', '/api/v1/me', read);
  expect(answer.value).toEqual({ through: 'proxy' });
  expect(proxy.asked).toEqual(['GET http://fleet.test:81/x/api/v1/me Basic bWU6cHc=']);
});

test('a percent sign in the credentials of the proxy that encodes nothing is one', async () => {
  const proxy = await serveProxy();
  const HTTP_PROXY = proxy.url.replace('://', '://m%65:p%zz@');
  const environment = { HTTP_PROXY, FLEET_ALLOW_HTTP: '1' };
  await openTestClient('http://fleet.test:81', { environment }).request('GET', '/api/v1/me', read);
  expect(proxy.asked).toEqual([`GET http://fleet.test:81/api/v1/me Basic ${btoa('me:p%zz')}`]);
});

test('https is tunnelled, so the proxy never sees the request', async () => {
  const server = await serve(answers(200, '{}'));
  const proxy = await serveProxy(server.url);
  const client = openTestClient('https://fleet.test', { environment: { https_proxy: proxy.url } });
  // The tunnel ends at a plain server here: TLS fails inside it, after CONNECT did its work.
  const failure = await failureOf(client.callTool('list_jobs', '{}', { ...read, triesMax: 1 }));
  expect(failure.kind).toBe('network');
  expect(proxy.asked).toEqual(['CONNECT fleet.test:443']);
  expect(server.seen).toEqual([]);
});

test('a proxy that refuses the tunnel is an end without the request having been sent', async () => {
  const proxy = await serveProxy();
  const client = openTestClient('https://fleet.test', { environment: { https_proxy: proxy.url } });
  const call = client.callTool('run_skill', '{}', { operationClass: 'write', triesMax: 1 });
  expect(await failureOf(call)).toMatchObject({ kind: 'network', code: 'proxy_refused' });
  expect(proxy.asked).toEqual(['CONNECT fleet.test:443']);
});

test('a proxy that is not there is an end without the request having been sent', async () => {
  const client = openTestClient('https://fleet.test', {
    environment: { HTTPS_PROXY: 'http://me:S3cret@127.0.0.1:1' },
  });
  const failure = await failureOf(client.callTool('run_skill', '{}', { operationClass: 'write' }));
  expect(failure).toMatchObject({ kind: 'network', code: 'not_connected' });
  expect(JSON.stringify(failure)).not.toContain('S3cret');
});

test('this machine is asked directly', async () => {
  const server = await serve(answers(200, '{}'));
  const proxy = await serveProxy();
  const client = openTestClient(server.url, {
    environment: { HTTP_PROXY: proxy.url },
  });
  await client.request('GET', '/api/v1/me', read);
  expect([server.seen.length, proxy.asked]).toEqual([1, []]);
});
