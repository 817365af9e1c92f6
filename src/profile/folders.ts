import type { Environment } from '../base/environment.ts';
import { pathRules } from '../base/paths/path-rules.ts';
import { absoluteVariable, programFolders } from '../base/paths/user-folders.ts';
import type { Platform } from '../base/platform.ts';

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
export function foldersOf(environment: Environment, platform: Platform, home: string): Folders {
  const user = { environment, platform, home };
  const given = (name: string) => absoluteVariable(user, name);
  const xdg = (name: string) => {
    const value = given(name);
    return value === undefined ? undefined : pathRules(platform).join(value, 'fleet');
  };
  const usual = programFolders(user, 'fleet');
  return {
    config: given('FLEET_CONFIG_DIR') ?? xdg('XDG_CONFIG_HOME') ?? usual.config,
    cache: given('FLEET_CACHE_DIR') ?? xdg('XDG_CACHE_HOME') ?? usual.cache,
    state: given('FLEET_STATE_DIR') ?? xdg('XDG_STATE_HOME') ?? usual.state,
  };
}
