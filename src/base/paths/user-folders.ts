import type { Environment } from '../environment.ts';
import type { Platform } from '../platform.ts';
import { pathRules } from './path-rules.ts';

/** What decides where programs keep the files of a user. */
export interface UserPlace {
  readonly platform: Platform;
  readonly home: string;
  readonly environment: Environment;
}

/** Where settings, caches and state of a program lie where no variable says so. */
interface ProgramFolders {
  readonly config: string;
  readonly cache: string;
  readonly state: string;
}

/** The folders that a system has for the program `name`. */
export function programFolders(user: UserPlace, name: string): ProgramFolders {
  const { join } = pathRules(user.platform);
  const { home, platform } = user;
  if (platform === 'win32') {
    const base = join(localData(user), name);
    return { config: join(base, 'config'), cache: join(base, 'cache'), state: join(base, 'state') };
  }
  const caches = platform === 'darwin' ? 'Library/Caches' : '.cache';
  return {
    config: join(home, '.config', name),
    cache: join(home, caches, name),
    state: join(home, '.local/state', name),
  };
}

/** Of Windows: what stays on this computer where a profile moves to others. */
export function localData(user: UserPlace): string {
  const { join } = pathRules(user.platform);
  return absoluteVariable(user, 'LOCALAPPDATA') ?? join(user.home, 'AppData', 'Local');
}

/**
 * The path that a variable holds; undefined where it is not set, empty or relative, as the XDG Base
 * Directory Specification asks.
 */
export function absoluteVariable(
  { environment, platform }: Pick<UserPlace, 'environment' | 'platform'>,
  name: string,
): string | undefined {
  const value = environment[name];
  return value !== undefined && pathRules(platform).isAbsolute(value) ? value : undefined;
}
