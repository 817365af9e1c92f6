import type { Platform } from '../../base/platform.ts';
import { hasProcessGroups } from '../../base/processes/system-abilities.ts';

/** Why this computer can run no programs for jobs, neither scripts nor agents; undefined where it can. */
export function programsProblem(platform: Platform): string | undefined {
  if (hasProcessGroups(platform)) return undefined;
  return 'programs for jobs need /bin/sh and process groups, which Windows does not have';
}
