import type { SkillReport } from '../../contract/record/machine.ts';
import type { Skill } from '../skills/skill-file.ts';

/** What the machine reports about a skill; `secrets` are those that are set. */
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
