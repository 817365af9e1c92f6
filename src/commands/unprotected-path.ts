import { protectionOf } from '../base/disk/who-can-read.ts';
import type { Environment } from '../base/environment.ts';
import { homeFolder } from '../base/paths/home-folder.ts';
import { type Platform, thisPlatform } from '../base/platform.ts';

/** What to say of a private file or folder that the system does not keep from others; undefined where it does. */
export function unprotectedPath(
  path: string,
  environment: Environment,
  platform: Platform = thisPlatform(),
  home: string = homeFolder(environment, platform),
): string | undefined {
  if (protectionOf(path, { home, platform }) !== 'folder_above') return undefined;
  return `${path} is outside of your user profile: on Windows it has the rights of the folder above it, and others may be able to read it.`;
}
