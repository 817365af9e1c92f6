import type { MachineReport, SkillReport } from '../../contract/record/machine.ts';

/** What stands in place of a skill, with its name and its reason, has about so many bytes. */
const REASON_BYTES = 500;

/** A report as it can be sent, and what of it is not told, in words. */
interface FittedReport {
  readonly report: MachineReport;
  readonly untold: readonly string[];
}

/**
 * The report in `bytesMax` bytes of JSON at most: the largest skills are told as broken, with the
 * reason, then settings are left out and at last the ends of the lists.
 */
export function fitReport(report: MachineReport, bytesMax: number): FittedReport {
  const untold: string[] = [];
  let over = bytesOf(report) - bytesMax;
  if (over <= 0) return { report, untold };
  const large = new Map<string, string>();
  const bySize = report.skills.map((skill) => ({ skill, bytes: bytesOf(skill) }));
  for (const { bytes, skill } of bySize.sort((a, b) => b.bytes - a.bytes)) {
    if (over <= 0 || bytes <= REASON_BYTES) break;
    large.set(skill.name, `${largestMember(skill)} is too large to be reported: ${bytes} bytes`);
    over -= bytes - REASON_BYTES;
  }
  untold.push(...[...large].map(([name, error]) => `skills/${name}/SKILL.md: ${error}`));
  let fitted: MachineReport = {
    ...report,
    skills: report.skills.filter(({ name }) => !large.has(name)),
    schedules: report.schedules.filter(({ skill }) => !large.has(skill)),
    broken_skills: [
      ...report.broken_skills,
      ...[...large].map(([name, error]) => ({ name, error })),
    ],
  };
  if (bytesOf(fitted) > bytesMax && bytesOf(fitted.config) > REASON_BYTES) {
    untold.push(`fleet.yaml: ${bytesOf(fitted.config)} bytes`);
    fitted = { ...fitted, config: '# too large to be reported\n' };
  }
  for (let kept = longestList(fitted); kept > 0 && bytesOf(fitted) > bytesMax; ) {
    kept = Math.floor(kept / 2);
    fitted = firstOf(fitted, kept);
    untold.push(`only the first ${kept} of its lists are told`);
  }
  return { report: fitted, untold };
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function largestMember(skill: SkillReport): string {
  const bySize = Object.entries(skill).sort(([, a], [, b]) => bytesOf(b) - bytesOf(a));
  return bySize[0]?.[0] ?? '';
}

function longestList({ broken_skills, checks, schedules, skills }: MachineReport): number {
  return Math.max(skills.length, broken_skills.length, schedules.length, checks.length);
}

function firstOf(report: MachineReport, count: number): MachineReport {
  return {
    ...report,
    checks: report.checks.slice(0, count),
    skills: report.skills.slice(0, count),
    broken_skills: report.broken_skills.slice(0, count),
    schedules: report.schedules.slice(0, count),
    repositories: report.repositories.slice(0, count),
  };
}
