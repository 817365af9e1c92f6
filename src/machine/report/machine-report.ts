import type { MachineReport } from '../../contract/record/machine.ts';
import { toBase64url } from '../../sealing/base64url.ts';
import type { Machine } from '../machine.ts';
import { scheduleReports } from '../schedules/scheduler.ts';
import { readSkills } from '../skills/skill-folder.ts';
import { skillReport } from './skill-report.ts';

/** What the machine says about itself now; the same machine gives the same report. */
export async function machineReport(machine: Machine): Promise<MachineReport> {
  const { findings } = machine;
  const { config, text } = await machine.config.read();
  const { skills, broken } = await readSkills(machine.folder.skills);
  // A file of secrets that cannot be read is a failing check, not the end of reporting.
  const secrets = await machine.secrets.read().catch(() => ({}));
  return {
    hostname: machine.host.hostname,
    version: machine.service.version,
    policy: { mode: config.mode, allow: config.allow, deny: config.deny },
    runners: (await findings.runners.look()).value,
    checks: (await findings.health.look()).value,
    skills: skills.map((skill) => skillReport(skill, secrets)),
    broken_skills: broken,
    schedules: scheduleReports(machine, skills),
    repositories: config.repositories,
    sealing_key: toBase64url(machine.sealingKey.publicKey),
    webhook_url: machine.service.webhookUrl(),
    config: text,
  };
}
