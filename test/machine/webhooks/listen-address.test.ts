import { expect, test } from 'vitest';
import { readListenAddress } from '../../../src/machine/webhooks/listen-address.ts';

test.each(['0.0.0.0:1', '[::]:1', 'example.com:80'])('%s needs --public', (text) => {
  expect(() => readListenAddress(text, false)).toThrow('not a loopback address');
  expect(readListenAddress(text, true).port).toBeGreaterThan(0);
});

test.each(['8080', 'localhost', '127.0.0.1:70000', ':1', 'a b:1', '[x]:1'])(
  '%s is no address',
  (text) => {
    expect(() => readListenAddress(text, true)).toThrow('is not HOST:PORT');
  },
);
