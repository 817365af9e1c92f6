import { rfc3339 } from '../../base/time/rfc3339.ts';
import type { HealthCheck } from '../../contract/record/machine.ts';
import { formatId } from '../database/row-id.ts';
import type { JobRow, MachineRow } from '../database/schema.ts';
import type { JobStatistics } from '../database/statistics/statistics.ts';
import { toJobSummary } from '../jobs/job-view.ts';
import { toSkillRecord } from '../skills/skill-view.ts';
import { readMachineReport } from './machine-report.ts';
import { machineStatus, type StatusContext } from './machine-status.ts';

/** A machine in lists. */
export function toMachineSummary(machine: MachineRow, moment: StatusContext) {
  const report = readMachineReport(machine);
  const lastSync = rfc3339(machine.last_sync_at);
  return {
    id: formatId('mac', machine.id),
    name: machine.name,
    hostname: machine.hostname,
    status: machineStatus(machine, moment),
    mode: machine.mode,
    version: report?.version ?? null,
    last_seen_at: lastSync,
    link: {
      last_sync_at: lastSync,
      clock_skew_ms: machine.clock_skew_ms,
      events_waiting: machine.events_waiting,
    },
    runners: report?.runners ?? [],
    health: healthOf(report?.checks ?? []),
    skill_count: report?.skills.length ?? 0,
    paired_at: rfc3339(machine.paired_at),
    disconnected_at: rfc3339(machine.disconnected_at),
  };
}

export interface MachineFacts {
  readonly machine: MachineRow;
  readonly moment: StatusContext;
  readonly runningJobs: readonly JobRow[];
  /** The newest job of each of its skills. */
  readonly lastJobs: readonly JobRow[];
  /** Its last day. */
  readonly numbers: JobStatistics;
  /** Its skills whose hosted URL is on. */
  readonly hosted: ReadonlySet<string>;
  /** Whether the caller may see the machine's configuration file. */
  readonly admin: boolean;
}

/** A machine in full; its configuration only for admin callers. */
export function toMachineDetail(facts: MachineFacts) {
  const { machine, moment, lastJobs, hosted, admin } = facts;
  const report = readMachineReport(machine);
  const lastJobOf = (skill: string) => lastJobs.find((job) => job.skill === skill);
  return {
    ...toMachineSummary(machine, moment),
    policy: report?.policy ?? null,
    checks: (report?.checks ?? []).filter(({ state }) => state !== 'ok'),
    skills: (report?.skills ?? []).map((skill) =>
      toSkillRecord({ machine, skill, lastJob: lastJobOf(skill.name), hosted }),
    ),
    broken_skills: report?.broken_skills ?? [],
    schedules: report?.schedules ?? [],
    repositories: report?.repositories ?? [],
    running_jobs: facts.runningJobs.map((job) => toJobSummary(job, machine)),
    statistics: facts.numbers,
    ...(admin ? { config: report?.config ?? null } : {}),
  };
}

function healthOf(checks: readonly HealthCheck[]) {
  const count = (state: HealthCheck['state']) =>
    checks.filter((check) => check.state === state).length;
  return { ok: count('ok'), warning: count('warning'), failing: count('failing') };
}
