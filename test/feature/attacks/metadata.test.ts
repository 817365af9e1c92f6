import { expect, test } from 'vitest';
import { checkAddress } from '../../../src/server/admin/channel-input.ts';
import { checkedLookup } from '../../../src/server/channels/checked-lookup.ts';
import { postJson } from '../../../src/server/channels/post-json.ts';
import { isRefused } from '../../../src/server/channels/refused-address.ts';
import { startAlertReceiver } from '../../support/alert-receiver.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

// Nothing here is sent beyond this computer: what is looked at is the decision before a socket.

test.each([
  ['169.254.169.254', true],
  ['169.254.0.1', true],
  ['::ffff:169.254.169.254', true],
  ['::ffff:a9fe:a9fe', true],
  ['64:ff9b::a9fe:a9fe', true],
  ['64:ff9b:1::a9fe:a9fe', true],
  ['64:ff9b::6464:64c8', true],
  ['::169.254.169.254', true],
  ['::ffff:0:a9fe:a9fe', true],
  ['2002:a9fe:a9fe::1', true],
  ['2002:6464:64c8::1', true],
  ['fe80::1', true],
  ['febf::1', true],
  ['fd00:ec2::254', true],
  ['100.100.100.200', true],
  ['255.255.255.255', true],
  ['ff02::1', true],
  ['not-an-address', true],
  ['127.0.0.1', false],
  ['::1', false],
  ['10.0.0.1', false],
  ['192.168.1.1', false],
  ['169.253.255.255', false],
  ['fec0::1', false],
  ['203.0.113.7', false],
  ['2001:db8::1', false],
])('%s is refused: %s', (address, refused) => {
  proves('ATTACK-metadata');
  expect(isRefused([address])).toBe(refused);
  expect(isRefused(['203.0.113.7', address])).toBe(refused);
});

test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://2852039166/',
  'http://0xA9FEA9FE/',
  'http://0251.0376.0251.0376/',
  'http://[::ffff:169.254.169.254]/',
  'https://[fe80::1]:8443/',
  'http://[::169.254.169.254]/',
])('%s cannot be added, and is not posted to', async (address) => {
  proves('ATTACK-metadata');
  expect(() => checkAddress('webhook', address)).toThrow('link-local');
  const signal = new AbortController().signal;
  const posting = { address, body: {}, clock: createFakeClock(), signal };
  expect(await postJson(posting)).toBe('cannot be reached (refused address)');
});

test('a name that leads there is refused before a connection, and asked once for each', async () => {
  proves('ATTACK-metadata');
  const { url, received } = await startAlertReceiver();
  const asked: string[] = [];
  const answers = ['127.0.0.1', '169.254.169.254'];
  const resolve = async (hostname: string) => {
    asked.push(hostname);
    return [{ address: answers[asked.length - 1] ?? '', family: 4 }];
  };
  const address = url.replace('127.0.0.1', 'rebinding.example');
  const post = () => {
    const signal = new AbortController().signal;
    return postJson({ address, body: {}, clock: createFakeClock(), signal, resolve });
  };
  expect(await post()).toBe(undefined);
  expect(await post()).toBe('cannot be reached (refused address)');
  expect(asked).toEqual(['rebinding.example', 'rebinding.example']);
  expect(received).toHaveLength(1);
});

test('of several addresses one that is refused is enough, and none is connected to', async () => {
  const resolve = async () => [
    { address: '127.0.0.1', family: 4 },
    { address: 'fe80::1', family: 6 },
  ];
  const { promise, resolve: done } = Promise.withResolvers<unknown>();
  checkedLookup(resolve)('both.example', { all: true }, (error) => done(error));
  expect(await promise).toMatchObject({ code: 'refused address' });
});
