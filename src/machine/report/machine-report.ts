import type { MachineReport } from '../../contract/record/machine.ts';
import { toBase64url } from '../../sealing/base64url.ts';
import type { Machine } from '../machine.ts';
import { readSkills } from '../skills/skill-folder.ts';
import { reportSkills } from './skill-report.ts';

/** The machine's report of now; it is the same as long as nothing changed. */
export async function machineReport(machine: Machine): Promise<MachineReport> {
  const { checks } = machine;
  const { config, text } = await machine.config.read();
  const { skills, broken } = await readSkills(machine.folder.skills);
  // Secrets that cannot be read make a check fail; the rest is still reported.
  const secrets = await machine.secrets.read().catch(() => ({}));
  const reported = reportSkills(machine, skills, secrets);
  return {
    hostname: machine.host.hostname,
    version: machine.service.version,
    policy: { mode: config.mode, allow: config.allow, deny: config.deny },
    runners: (await checks.runners.refresh()).value,
    checks: (await checks.health.refresh()).value,
    skills: reported.skills,
    broken_skills: [...broken, ...reported.broken_skills],
    schedules: reported.schedules,
    repositories: config.repositories,
    sealing_key: toBase64url(machine.sealingKey.publicKey),
    webhook_url: machine.service.webhookUrl() ?? null,
    config: text,
  };
}
