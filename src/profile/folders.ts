import { posix, win32 } from 'node:path';
import type { Environment } from '../base/environment.ts';

export interface Folders {
  /** Settings and what a person wrote. */
  readonly config: string;
  /** Safe to delete at any time. */
  readonly cache: string;
  /** Journals and the like, which must survive. */
  readonly state: string;
}

/**
 * Where files of this user lie: `FLEET_CONFIG_DIR`, `FLEET_CACHE_DIR`, `FLEET_STATE_DIR`, else the
 * XDG folders, else what the platform expects. Relative or empty variables are ignored, as the XDG
 * Base Directory Specification asks.
 */
export function foldersOf(environment: Environment, platform: string, home: string): Folders {
  const path = platform === 'win32' ? win32 : posix;
  const given = (name: string) => {
    const value = environment[name];
    return value !== undefined && path.isAbsolute(value) ? value : undefined;
  };
  const xdg = (name: string) => {
    const value = given(name);
    return value === undefined ? undefined : path.join(value, 'fleet');
  };
  const platformFolders = defaultFolders({ platform, home, localAppData: given('LOCALAPPDATA') });
  return {
    config: given('FLEET_CONFIG_DIR') ?? xdg('XDG_CONFIG_HOME') ?? platformFolders.config,
    cache: given('FLEET_CACHE_DIR') ?? xdg('XDG_CACHE_HOME') ?? platformFolders.cache,
    state: given('FLEET_STATE_DIR') ?? xdg('XDG_STATE_HOME') ?? platformFolders.state,
  };
}

interface FolderSettings {
  readonly platform: string;
  readonly home: string;
  readonly localAppData: string | undefined;
}

function defaultFolders({ platform, home, localAppData }: FolderSettings): Folders {
  if (platform === 'win32') {
    const base = win32.join(localAppData ?? win32.join(home, 'AppData', 'Local'), 'fleet');
    return {
      config: win32.join(base, 'config'),
      cache: win32.join(base, 'cache'),
      state: win32.join(base, 'state'),
    };
  }
  const cache = platform === 'darwin' ? 'Library/Caches/fleet' : '.cache/fleet';
  return {
    config: posix.join(home, '.config/fleet'),
    cache: posix.join(home, cache),
    state: posix.join(home, '.local/state/fleet'),
  };
}
