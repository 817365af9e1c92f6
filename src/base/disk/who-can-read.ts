import { pathRules } from '../paths/path-rules.ts';
import type { Platform } from '../platform.ts';

/**
 * What keeps others from a file or folder that we make for this user alone: its mode (0600, 0700); on
 * Windows, which has no modes, the rights of the folder above it. Those of the user's profile (`home`) let
 * in the user, the system and administrators; elsewhere they are whatever somebody made them.
 */
type Protection = 'mode' | 'profile' | 'folder_above';

/** What protects an absolute path. */
export function protectionOf(
  path: string,
  { home, platform }: { readonly home: string; readonly platform: Platform },
): Protection {
  if (platform !== 'win32') return 'mode';
  const { isAbsolute, relative } = pathRules(platform);
  const inside = relative(home, path);
  return inside.startsWith('..') || isAbsolute(inside) ? 'folder_above' : 'profile';
}
