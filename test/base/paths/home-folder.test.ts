import { expect, test } from 'vitest';
import { homeFolder } from '../../../src/base/paths/home-folder.ts';
import type { Platform } from '../../../src/base/platform.ts';
import { proves } from '../../support/proves.ts';

test.each<[string, Platform, string, readonly string[], string]>([
  ['HOME counts', 'linux', '/h/a', ['/account'], '/h/a'],
  ['HOME counts', 'darwin', '/Users/a', ['/account'], '/Users/a'],
  ['a relative HOME does not', 'linux', 'h/a', ['', '/account'], '/account'],
  ['nor one of Windows', 'darwin', 'C:\\Users\\a', ['/account'], '/account'],
  ['Windows knows no HOME', 'win32', '/h/a', ['C:\\Users\\a'], 'C:\\Users\\a'],
  ['a share is absolute', 'win32', '', ['\\\\nas\\homes\\a'], '\\\\nas\\homes\\a'],
  ['no home at all', 'linux', '', ['.'], '/'],
])('%s on %s: HOME=%j, account %j', (_name, platform, HOME, account, home) => {
  proves('PLATFORM-paths');
  expect(homeFolder({ HOME }, platform, () => account)).toBe(home);
});
