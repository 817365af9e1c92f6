import { expect, test } from 'vitest';
import { openClient } from '../../src/client/fleet-client.ts';
import { proxyFor } from '../../src/client/transport/proxy-address.ts';
import { assertKeyMayTravel, parseBaseUrl } from '../../src/contract/base-url.ts';
import { Failure } from '../../src/contract/failure.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { proves } from '../support/proves.ts';

test.each([
  ['https://Fleet.Example', 'https://fleet.example'],
  ['https://fleet.example:443/', 'https://fleet.example'],
  ['https://fleet.example/team/a//', 'https://fleet.example/team/a'],
  ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
  ['  https://fleet.example/x/../y ', 'https://fleet.example/y'],
])('%j is read as %s', (text, normal) => {
  expect(parseBaseUrl(text).text).toBe(normal);
});

test.each([
  ['fleet.example', '"fleet.example" must start with https:// or http://.'],
  ['', '"" must start with https:// or http://.'],
  ['ftp://fleet.example', '"ftp://fleet.example" must start with https:// or http://.'],
  ['ftp://me:secret@fleet.example', 'It must start with https:// or http://.'],
  ['https://me:secret@fleet.example', 'It must not contain a user name or password.'],
  ['https://fleet.example/?a=1', 'It must not have a query or a fragment.'],
  ['https://fleet.example/#a', 'It must not have a query or a fragment.'],
])('%j is refused: %s', (text, detail) => {
  expect(() => parseBaseUrl(text)).toThrow(detail);
  expect(() => parseBaseUrl(text)).toThrow(Failure);
});

test.each([
  ['https://fleet.example', {}, true],
  ['http://127.0.0.1:1', {}, true],
  ['http://127.9.9.9', {}, true],
  ['http://localhost:1', {}, true],
  ['http://[::1]:1', {}, true],
  ['http://fleet.example', {}, false],
  ['http://10.0.0.1', {}, false],
  ['http://127.0.0.1.example', {}, false],
  ['http://localhost.example', {}, false],
  ['http://foo.localhost', {}, false],
  ['http://localhost.', {}, false],
  ['http://fleet.example', { FLEET_ALLOW_HTTP: '1' }, true],
  ['http://fleet.example', { FLEET_ALLOW_HTTP: 'true' }, false],
  ['http://fleet.example', { FLEET_ALLOW_HTTP: '' }, false],
])('the key may travel to %s with %j: %j', (url, environment, allowed) => {
  proves('UI-keys-http');
  const open = () =>
    openClient({
      baseUrl: parseBaseUrl(url),
      key: 'k',
      clock: createFakeClock(),
      random: () => 0,
      version: '0',
      environment,
    });
  if (allowed) expect(open).not.toThrow();
  else expect(open).toThrow(`${new URL(url).origin} is plain http and not this computer.`);
});

test.each([
  'http://127.0.0.1:1',
  'http://127.1',
  'http://localhost:1',
  'http://LOCALHOST',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://foo.localhost',
  'http://localhost.',
  'http://0.0.0.0',
  'http://fleet.example',
])('a key goes to %s by plain http exactly where no proxy is in between', (url) => {
  proves('UI-keys-loopback');
  const isDirect = proxyFor(new URL(url), { HTTP_PROXY: 'http://proxy.example' }) === undefined;
  const travel = () => assertKeyMayTravel(parseBaseUrl(url), undefined);
  if (isDirect) expect(travel).not.toThrow();
  else expect(travel).toThrow('plain http');
});

test('a name of dots and a path that leaves the service are refused before anything is sent', async () => {
  const client = openClient({
    baseUrl: parseBaseUrl('http://127.0.0.1:1'),
    clock: createFakeClock(),
    random: () => 0,
    version: '0',
    environment: {},
  });
  for (const name of ['', '.', '..']) {
    await expect(client.callTool(name, '{}', { operationClass: 'read' })).rejects.toThrow(
      'cannot be the name of an operation',
    );
  }
  for (const path of ['', 'api', '@evil.example/', '.evil.example/', ':80/']) {
    await expect(client.request('GET', path, { operationClass: 'read' })).rejects.toThrow(
      'must start with /',
    );
  }
});
