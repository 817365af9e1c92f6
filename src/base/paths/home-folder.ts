import type { Environment } from '../environment.ts';
import type { Platform } from '../platform.ts';
import { pathRules } from './path-rules.ts';

/**
 * The home of this user as an absolute path. Where HOME is empty or relative, and on Windows, which knows
 * no HOME, it is the one of the account: keys would else lie wherever the program was started. The root
 * where there is none. `account` gives the homes that the system tells, the preferred one first.
 */
export function homeFolder(
  { HOME = '' }: Environment,
  platform: Platform,
  account: () => readonly string[] = accountHomes,
): string {
  const { isAbsolute, sep } = pathRules(platform);
  if (platform !== 'win32' && isAbsolute(HOME)) return HOME;
  return account().find((home) => isAbsolute(home)) ?? sep;
}

function accountHomes(): readonly string[] {
  // Loaded only where it is needed: nearly every user has a home.
  const { homedir, userInfo } = process.getBuiltinModule('node:os');
  return [homedir, () => userInfo().homedir].flatMap((ask) => {
    try {
      return [ask()];
    } catch {
      // The system does not know the account, as in some containers.
      return [];
    }
  });
}
