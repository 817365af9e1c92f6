import { z } from 'zod';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import type { HealthCheck } from '../../contract/record/machine.ts';
import { count, id, maybeText, maybeTime, time } from '../catalogue/record-fields.ts';
import { formatId } from '../database/row-id.ts';
import type { JobRow, MachineRow } from '../database/schema.ts';
import type { JobStatistics } from '../database/statistics/statistics.ts';
import {
  jobNumbersSchema,
  jobSummarySchema,
  runnerSchema,
  toJobSummary,
} from '../jobs/job-record.ts';
import { skillSchema, toSkillRecord } from '../skills/skill-record.ts';
import { readMachineReport } from './machine-report.ts';
import { machineStatus, type StatusContext } from './machine-status.ts';

const mode = z.enum(['observe', 'control']);

export const healthCheckSchema = z.strictObject({
  name: z.string(),
  state: z.enum(['ok', 'warning', 'failing']),
  message: z.string(),
  fix: maybeText,
});

/** A machine in lists: `machineSummary`. */
export const machineSummarySchema = z
  .strictObject({
    id: id('mac'),
    name: z.string(),
    hostname: maybeText,
    status: z.enum(['online', 'degraded', 'offline']),
    mode: mode.nullable().describe('Null until the machine has reported.'),
    version: maybeText,
    last_seen_at: maybeTime,
    link: z.strictObject({
      last_sync_at: maybeTime,
      clock_skew_ms: z.number().nullable(),
      events_waiting: count,
    }),
    runners: z.array(z.strictObject({ name: runnerSchema, ready: z.boolean(), detail: maybeText })),
    health: z.strictObject({ ok: count, warning: count, failing: count }),
    skill_count: count,
    paired_at: time,
    disconnected_at: maybeTime,
  })
  .meta({ id: 'MachineSummary' });

const policy = z.strictObject({
  mode,
  allow: z.array(z.string()),
  deny: z.array(z.string()),
});

/** A machine in full: `machineDetail`. */
export const machineSchema = machineSummarySchema
  .extend({
    policy: policy.nullable(),
    checks: z.array(healthCheckSchema).describe('Those that are failing or warning.'),
    skills: z.array(skillSchema),
    broken_skills: z.array(z.strictObject({ name: z.string(), error: z.string() })),
    schedules: z.array(
      z.strictObject({
        name: z.string(),
        skill: z.string(),
        cron: z.string(),
        timezone: z.string(),
        last_run_at: time.nullable().optional(),
        next_run_at: time.nullable().optional(),
      }),
    ),
    repositories: z.array(z.strictObject({ name: z.string(), url: z.string(), ref: z.string() })),
    running_jobs: z.array(jobSummarySchema),
    statistics: jobNumbersSchema.describe('Its last day.'),
    config: maybeText.describe('Only for admin keys.').optional(),
  })
  .meta({ id: 'Machine' });

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
