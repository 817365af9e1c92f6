import type { MachineReport } from '../../contract/record/machine.ts';
import type { MachineLog } from '../machine-log.ts';

/**
 * Makes a function that writes to the log what changed from one report to the next: which skills
 * there are, which do not load and why, and which checks do not pass.
 */
export function createReportLog(log: Pick<MachineLog, 'write'>): (report: MachineReport) => void {
  let last: ReadonlyMap<string, string> = new Map();
  return (report) => {
    const lines = new Map(linesOf(report));
    for (const [about, line] of lines) if (last.get(about) !== line) log.write(line);
    const there = new Set(report.skills.map(({ name }) => `skill ${name}`));
    for (const about of last.keys()) {
      if (lines.has(about)) continue;
      const isGone = about.startsWith('skill ') && !there.has(about);
      log.write(`${about} is ${isGone ? 'gone' : 'all right now'}`);
    }
    last = lines;
  };
}

/** What each thing is called, and the line about it; nothing of a thing that is as it should be. */
function linesOf(report: MachineReport): readonly (readonly [string, string])[] {
  const names = report.skills.map(({ name }) => name).join(', ');
  const skills =
    names === '' ? 'no skills: one is a file skills/<name>/SKILL.md' : `skills: ${names}`;
  const broken = report.broken_skills.map(
    ({ name, error }) => [name, `skills/${name}/SKILL.md does not load: ${error}`] as const,
  );
  // The check named skills says the same in one line.
  const checks = report.checks.filter(({ name, state }) => state !== 'ok' && name !== 'skills');
  return [
    ['skills', skills],
    ...broken.map(([name, line]) => [`skill ${name}`, line] as const),
    ...checks.map(({ fix, message, name, state }) => {
      const line = `check ${name}: ${state}: ${message}${fix === null ? '' : `. ${fix}`}`;
      return [`check ${name}`, line] as const;
    }),
  ];
}
