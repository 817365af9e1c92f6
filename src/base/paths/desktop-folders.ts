import { pathRules } from './path-rules.ts';
import { absoluteVariable, type UserPlace } from './user-folders.ts';

/** Where desktop programs keep their settings. */
export function applicationData(user: UserPlace): string {
  const { join } = pathRules(user.platform);
  if (user.platform === 'win32') {
    return absoluteVariable(user, 'APPDATA') ?? join(user.home, 'AppData', 'Roaming');
  }
  if (user.platform === 'darwin') return join(user.home, 'Library', 'Application Support');
  return xdgConfiguration(user);
}

/** `~/.config`, which `XDG_CONFIG_HOME` moves everywhere but on macOS. */
export function xdgConfiguration(user: UserPlace): string {
  const own = user.platform === 'darwin' ? undefined : absoluteVariable(user, 'XDG_CONFIG_HOME');
  return own ?? pathRules(user.platform).join(user.home, '.config');
}
