import type { Platform } from '../../base/platform.ts';
import { findsByEnvironment, hasProcessGroups } from '../../base/processes/system-abilities.ts';

/** Why this computer can run no programs for jobs, neither scripts nor agents; undefined where it can. */
export function programsProblem(platform: Platform): string | undefined {
  if (hasProcessGroups(platform)) return undefined;
  return 'programs for jobs need /bin/sh and process groups, which Windows does not have';
}

/** What a machine says when it starts of what it cannot do on this computer. */
export function systemNotes(platform: Platform): readonly string[] {
  const problem = programsProblem(platform);
  if (problem !== undefined) return [problem];
  if (findsByEnvironment(platform)) return [];
  return [
    'a process that leaves the group of its job is not ended with it: there is no /proc here',
  ];
}
