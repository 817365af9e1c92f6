import { programOf, type RunnerSettings } from '../config/runner-settings.ts';
import type { Skill } from '../skills/skill-file.ts';

/**
 * The skills that nothing runs: their runner is an agent of which `fleet.yaml` names no program, and
 * they have no script for the scripted agent.
 */
export function skillsWithoutProgram(
  skills: readonly Skill[],
  runners: RunnerSettings,
): readonly Skill[] {
  return skills.filter(({ settings: { runner, script } }) => {
    return runner !== 'shell' && script.length === 0 && programOf(runners, runner) === undefined;
  });
}
