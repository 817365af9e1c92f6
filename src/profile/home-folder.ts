import { isAbsolute } from 'node:path';
import type { Environment } from '../base/environment.ts';

/**
 * The home of this user as an absolute path. Where HOME is empty or relative it is the one of the
 * account: keys would else lie wherever the program was started. The root where there is none.
 */
export function homeFolder({ HOME = '' }: Environment, platform: string): string {
  if (platform !== 'win32' && isAbsolute(HOME)) return HOME;
  // Loaded only where it is needed: nearly every user has a home.
  const { homedir, userInfo } = process.getBuiltinModule('node:os');
  const home = homedir();
  if (isAbsolute(home)) return home;
  try {
    return userInfo().homedir;
  } catch {
    return '/';
  }
}
