import { type Platform, thisPlatform } from '../base/platform.ts';
import { hasProcessGroups } from '../base/processes/system-abilities.ts';
import { usageFailure } from '../contract/failure.ts';

/** Throws `Failure` usage where the machines of the demonstration could run no skill. */
export function requirePrograms(platform: Platform = thisPlatform()): void {
  if (hasProcessGroups(platform)) return;
  throw usageFailure(
    'The demonstration does not run on Windows',
    'Its machines run skills, which need /bin/sh and process groups.',
    'Run it in WSL. fleet serve without --demo runs here.',
  );
}
