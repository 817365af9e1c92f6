import type { ScheduleReport, SkillReport } from '../../contract/record/machine.ts';
import type { Skill } from '../skills/skill-file.ts';

/** What the cloud is told about a skill; `secrets` are those that are set. */
export function skillReport(skill: Skill, secrets: Readonly<Record<string, string>>): SkillReport {
  const { runner, model, auth, secret, when, schedule, webhook, repository } = skill.settings;
  return {
    name: skill.name,
    description: skill.description,
    runner,
    model,
    auth,
    secret_set: secret !== null && Object.hasOwn(secrets, secret),
    when,
    schedule,
    webhook,
    repository,
  };
}

/** The schedules of these skills; a skill has one at most, and it is named like the skill. */
export function schedulesOf(skills: readonly Skill[]): readonly ScheduleReport[] {
  return skills.flatMap(({ name, settings: { schedule } }) =>
    schedule === null ? [] : [{ name, skill: name, ...schedule }],
  );
}
