import type { JobReport } from '../../contract/record/job.ts';
import type { MachineReport } from '../../contract/record/machine.ts';
import type { JobRow, MachineRow } from '../database/schema.ts';

/** What the machine last said of itself; null before its first sync. */
export function readMachineReport(machine: Pick<MachineRow, 'report'>): MachineReport | null {
  return machine.report === null ? null : JSON.parse(machine.report);
}

/** What the machine last said of a job; null before it took it up. */
export function readJobReport(job: Pick<JobRow, 'report'>): JobReport | null {
  return job.report === null ? null : JSON.parse(job.report);
}
