import type { MachineReport } from '../../contract/record/machine.ts';
import type { MachineRow } from '../database/schema.ts';

/** What the machine last said of itself; null before its first sync. */
export function readMachineReport(machine: Pick<MachineRow, 'report'>): MachineReport | null {
  return machine.report === null ? null : JSON.parse(machine.report);
}

/** Whether the machine has the skill; one that failed to load is still there. */
export function hasSkill(machine: Pick<MachineRow, 'report'>, skill: string): boolean {
  return skillTestOf(readMachineReport(machine))(skill);
}

/** As `hasSkill` for many skills: gives a function that asks of each, and reads the report once. */
export function skillTest(machine: Pick<MachineRow, 'report'>): (skill: string) => boolean {
  return skillTestOf(readMachineReport(machine));
}

/** The same of a report that was read already. */
export function skillTestOf(report: MachineReport | null): (skill: string) => boolean {
  if (report === null) return () => true;
  const names = new Set([...report.skills, ...report.broken_skills].map(({ name }) => name));
  return (skill) => names.has(skill);
}
