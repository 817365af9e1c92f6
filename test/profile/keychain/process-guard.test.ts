import { expect, test } from 'vitest';
import { guardOf, needsSecondThread } from '../../../src/profile/keychain/process-guard.ts';
import { proves } from '../../support/proves.ts';

test('the process of the keychain is guarded by setpriv on Linux, and else ends itself', () => {
  proves('PLATFORM-keychain');
  const everything = () => true;
  expect(guardOf('linux', (path) => path === '/usr/bin/setpriv')?.slice(1)).toEqual([
    '--pdeathsig',
    'KILL',
    '--',
  ]);
  expect(guardOf('linux', () => false)).toBeUndefined();
  expect(guardOf('darwin', everything)).toBeUndefined();
  expect(guardOf('win32', everything)).toBeUndefined();
  const threads = (['linux', 'darwin', 'win32'] as const).map((each) => [
    needsSecondThread(each, false),
    needsSecondThread(each, true),
  ]);
  expect(threads).toEqual([
    [true, false],
    [false, false],
    [false, false],
  ]);
});
