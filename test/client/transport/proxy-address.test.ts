import { expect, test } from 'vitest';
import { proxyFor } from '../../../src/client/transport/proxy-address.ts';

const p = 'http://proxy.example:3128';
const q = 'http://other.example:3128';

test.each<[url: string, environment: Record<string, string>, proxy: string | undefined]>([
  ['https://fleet.example', {}, undefined],
  ['https://fleet.example', { HTTPS_PROXY: p }, p],
  ['https://fleet.example', { https_proxy: q, HTTPS_PROXY: p }, q],
  ['https://fleet.example', { https_proxy: '', HTTPS_PROXY: p }, p],
  ['https://fleet.example', { HTTPS_PROXY: '' }, undefined],
  ['https://fleet.example', { HTTP_PROXY: p }, undefined],
  ['http://fleet.example', { HTTP_PROXY: p }, p],
  ['https://fleet.example', { ALL_PROXY: p }, p],
  ['https://fleet.example', { all_proxy: q, HTTPS_PROXY: p }, p],
  ['https://fleet.example', { HTTPS_PROXY: 'proxy.example:3128' }, p],
  ['https://fleet.example', { ALL_PROXY: 'socks5://proxy.example' }, 'socks5://proxy.example'],
  ['http://127.0.0.1:8787', { ALL_PROXY: p }, undefined],
  ['http://localhost:8787', { ALL_PROXY: p }, undefined],
  ['http://[::1]:8787', { ALL_PROXY: p }, undefined],
])('%s with %j goes through %s', (url, environment, proxy) => {
  expect(proxyFor(new URL(url), environment)).toBe(proxy);
});

test.each([
  ['*', true],
  ['fleet.example', true],
  ['FLEET.EXAMPLE', true],
  ['.example', true],
  ['*.example', true],
  ['example', true],
  ['leet.example', false],
  ['fleet.example:443', true],
  ['fleet.example:8443', false],
  ['a.example, fleet.example', true],
  ['a.example b.example', false],
  ['', false],
])('NO_PROXY=%j excludes https://fleet.example: %j', (noProxy, excluded) => {
  const proxy = proxyFor(new URL('https://fleet.example'), { HTTPS_PROXY: p, NO_PROXY: noProxy });
  expect(proxy === undefined).toBe(excluded);
});

test.each([
  ['https://10.1.2.3', '10.1.2.3', true],
  ['https://10.1.2.3', '10.0.0.0/8', true],
  ['https://10.1.2.3', '10.0.0.0/8:443', true],
  ['https://10.1.2.3', '10.0.0.0/8:80', false],
  ['https://11.1.2.3', '10.0.0.0/8', false],
  ['https://10.1.2.3', '10.0.0.0/99', false],
  ['https://10.1.2.3', '2.3', false],
  ['https://[fd00::1]', 'fd00::/8', true],
  ['https://[fd00::1]', '[fd00::1]:443', true],
  ['https://[fd00::1]', 'fe80::/10', false],
])('%s is excluded by NO_PROXY=%s: %j', (url, noProxy, excluded) => {
  const proxy = proxyFor(new URL(url), { https_proxy: p, no_proxy: noProxy });
  expect(proxy === undefined).toBe(excluded);
});

test.each(['http://', 'ftp://proxy.example', 'http://user:S3cret@[bad'])(
  'a proxy that is none (%s) is refused by its variable, never by its value',
  (value) => {
    const read = () => proxyFor(new URL('https://fleet.example'), { HTTPS_PROXY: value });
    expect(read).toThrow('HTTPS_PROXY must be a URL such as http://proxy.example:3128');
    expect(read).not.toThrow('S3cret');
  },
);
