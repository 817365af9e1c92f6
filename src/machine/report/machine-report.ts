import type { MachineReport } from '../../contract/record/machine.ts';
import { toBase64url } from '../../sealing/base64url.ts';
import type { Machine } from '../machine.ts';
import type { Scrub } from '../secrets/scrub.ts';
import { SKILL_NAME_PATTERN } from '../skills/front-matter.ts';
import { readSkills } from '../skills/skill-folder.ts';
import { reportSkills } from './skill-report.ts';

/** So much is sent of the name of a folder that is no name of a skill. */
const NAME_CHARS_MAX = 200;

/** The machine's report of now; it is the same as long as nothing changed. */
export async function machineReport(machine: Machine): Promise<MachineReport> {
  const { checks } = machine;
  const { config, text } = await machine.config.read();
  const { skills, broken } = await readSkills(machine.folder.skills);
  // Secrets that cannot be read make a check fail; the rest is still reported.
  const secrets = await machine.secrets.read().catch(() => ({}));
  const scrub = await machine.secrets.scrub();
  const reported = reportSkills(machine, skills, secrets);
  return {
    hostname: machine.host.hostname,
    version: machine.service.version,
    policy: { mode: config.mode, allow: config.allow, deny: config.deny },
    runners: (await checks.runners.refresh()).value,
    checks: (await checks.health.refresh()).value,
    skills: reported.skills,
    broken_skills: [...broken.map((skill) => named(skill, scrub)), ...reported.broken_skills],
    schedules: reported.schedules,
    repositories: config.repositories,
    sealing_key: toBase64url(machine.sealingKey.publicKey),
    webhook_url: machine.service.webhookUrl() ?? null,
    config: text,
  };
}

/** Names of skills are sent as they are; what else a folder is called may be any text, scrubbed before it is cut. */
function named<Skill extends { readonly name: string }>(skill: Skill, scrub: Scrub): Skill {
  const { name } = skill;
  if (SKILL_NAME_PATTERN.test(name)) return skill;
  return { ...skill, name: scrub(name).slice(0, NAME_CHARS_MAX) };
}
