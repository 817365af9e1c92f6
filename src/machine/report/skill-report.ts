import { messageOf } from '../../base/errors.ts';
import type { MachineReport, SkillReport } from '../../contract/record/machine.ts';
import { scheduleReports } from '../schedules/schedule-reports.ts';
import type { Skill } from '../skills/skill-file.ts';

type ReportedSkills = Pick<MachineReport, 'skills' | 'broken_skills' | 'schedules'>;

/** What the machine reports about its skills; one that cannot be reported is broken, and no more than that. */
export function reportSkills(
  machine: Parameters<typeof scheduleReports>[0],
  all: readonly Skill[],
  secrets: Readonly<Record<string, string>>,
): ReportedSkills {
  const skills: SkillReport[] = [];
  const schedules: MachineReport['schedules'][number][] = [];
  const broken_skills: MachineReport['broken_skills'][number][] = [];
  for (const skill of all) {
    try {
      const own = {
        skill: skillReport(skill, secrets),
        schedules: scheduleReports(machine, [skill]),
      };
      // What has no JSON would not be sent, and nothing else with it.
      JSON.stringify(own);
      skills.push(own.skill);
      schedules.push(...own.schedules);
    } catch (error) {
      broken_skills.push({ name: skill.name, error: messageOf(error) });
    }
  }
  return { skills, broken_skills, schedules };
}

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
