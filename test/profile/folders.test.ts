import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { Platform } from '../../src/base/platform.ts';
import { type Folders, foldersOf } from '../../src/profile/folders.ts';
import { proves } from '../support/proves.ts';

type Variables = Readonly<Record<string, string>>;

const linux: Folders = {
  config: '/h/a/.config/fleet',
  cache: '/h/a/.cache/fleet',
  state: '/h/a/.local/state/fleet',
};

test.each<[string, Variables, Folders]>([
  ['nothing set', {}, linux],
  [
    'XDG folders',
    { XDG_CONFIG_HOME: '/x/c', XDG_CACHE_HOME: '/x/k', XDG_STATE_HOME: '/x/s' },
    { config: '/x/c/fleet', cache: '/x/k/fleet', state: '/x/s/fleet' },
  ],
  [
    'our own before XDG',
    {
      FLEET_CONFIG_DIR: '/f/c',
      FLEET_CACHE_DIR: '/f/k',
      FLEET_STATE_DIR: '/f/s',
      XDG_CACHE_HOME: '/x',
    },
    { config: '/f/c', cache: '/f/k', state: '/f/s' },
  ],
  [
    'empty and relative ones',
    { FLEET_CACHE_DIR: '', XDG_CACHE_HOME: 'x', XDG_STATE_HOME: './s' },
    linux,
  ],
])('on Linux with %s', (_name, environment, folders) => {
  proves('PLATFORM-paths');
  expect(foldersOf(environment, 'linux', '/h/a')).toEqual(folders);
});

test('on macOS the cache lies where the system cleans up', () => {
  expect(foldersOf({}, 'darwin', '/Users/a')).toEqual({
    config: '/Users/a/.config/fleet',
    cache: '/Users/a/Library/Caches/fleet',
    state: '/Users/a/.local/state/fleet',
  });
});

test('on Windows the three lie side by side', () => {
  const environment = { LOCALAPPDATA: 'D:\\Local' };
  expect(foldersOf(environment, 'win32', 'C:\\Users\\a')).toEqual({
    config: 'D:\\Local\\fleet\\config',
    cache: 'D:\\Local\\fleet\\cache',
    state: 'D:\\Local\\fleet\\state',
  });
  expect(foldersOf({}, 'win32', 'C:\\Users\\a').cache).toBe(
    'C:\\Users\\a\\AppData\\Local\\fleet\\cache',
  );
});

/** The cache folder that `bin/run.js` finds before any module of ours is loaded. */
function cacheOfStart(platform: Platform, env: Variables): string | undefined {
  const start = readFileSync(new URL('../../bin/run.js', import.meta.url), 'utf8');
  const text = start.slice(start.indexOf('function cacheFolder()'));
  return runInNewContext(`${text}\ncacheFolder()`, { process: { platform, env } });
}

test.each<[Platform, string, Variables]>([
  ['linux', '/h/a', {}],
  ['linux', '/h/a', { FLEET_CACHE_DIR: 'C:\\caches', XDG_CACHE_HOME: 'D:/x' }],
  ['linux', '/h/a', { XDG_CACHE_HOME: '/x' }],
  ['darwin', '/Users/a', {}],
  ['darwin', '/Users/a', { FLEET_CACHE_DIR: '/f' }],
  ['win32', 'C:\\Users\\a', { LOCALAPPDATA: 'D:\\Local' }],
  ['win32', 'C:\\Users\\a', { LOCALAPPDATA: 'D:\\Local', FLEET_CACHE_DIR: '\\\\nas\\share\\c' }],
  ['win32', 'C:\\Users\\a', { LOCALAPPDATA: 'D:\\Local', XDG_CACHE_HOME: 'E:/caches' }],
])('the start looks for the cache where the program does: %s %s %o', (platform, home, given) => {
  proves('PLATFORM-paths');
  const environment = { HOME: home, ...given };
  const found = cacheOfStart(platform, environment) ?? '';
  const plain = platform === 'win32' ? found.replaceAll('/', '\\') : found;
  expect(plain).toBe(foldersOf(environment, platform, home).cache);
});
