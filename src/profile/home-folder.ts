import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/**
 * The home of this user as an absolute path. Where HOME is empty or relative it is the one of the
 * account: keys would else lie wherever the program was started. The root where there is none.
 */
export function homeFolder(): string {
  const home = homedir();
  if (isAbsolute(home)) return home;
  try {
    return userInfo().homedir;
  } catch {
    return '/';
  }
}
