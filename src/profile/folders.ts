import type { Environment } from '../base/environment.ts';
import { pathRules } from '../base/paths/path-rules.ts';
import { absoluteVariable, programFolders } from '../base/paths/user-folders.ts';
import type { Platform } from '../base/platform.ts';
import { usageFailure } from '../contract/failure.ts';

export interface Folders {
  /** Settings and what a person wrote. */
  readonly config: string;
  /** Safe to delete at any time. */
  readonly cache: string;
  /** Journals and the like, which must survive. */
  readonly state: string;
}

/**
 * Throws `Failure` usage for a folder of ours that is named by a relative path: a key or a secret would lie in
 * another folder than the person named. A cache may lie anywhere.
 */
export function refuseRelativeFolders(environment: Environment, platform: Platform): void {
  for (const name of ['FLEET_CONFIG_DIR', 'FLEET_STATE_DIR']) {
    const value = environment[name] ?? '';
    if (value === '' || pathRules(platform).isAbsolute(value)) continue;
    const detail = `It is ${JSON.stringify(value)}, and has to begin at the root. Nothing was read, sent or changed.`;
    throw usageFailure(`${name} is not a whole path`, detail);
  }
}

/**
 * Where files of this user lie: `FLEET_CONFIG_DIR`, `FLEET_CACHE_DIR`, `FLEET_STATE_DIR`, else the
 * XDG folders, else what the platform expects. Empty variables, and relative ones of XDG and of the cache, are ignored, as the XDG
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
