import { expect, test } from 'vitest';
import { type Folders, foldersOf } from '../../src/profile/folders.ts';

const linux: Folders = {
  config: '/h/a/.config/fleet',
  cache: '/h/a/.cache/fleet',
  state: '/h/a/.local/state/fleet',
};

test.each<[string, Readonly<Record<string, string>>, Folders]>([
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
