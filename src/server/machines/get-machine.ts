import { z } from 'zod';
import { scopeAllows } from '../../contract/scope.ts';
import { machineName } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { maybeText, time } from '../catalogue/record-fields.ts';
import type { JobRow, MachineRow } from '../database/schema.ts';
import type { JobStatistics } from '../database/statistics/statistics.ts';
import { skillsWithHostedUrl, withHostedEvents } from '../hosted-urls/find-hosted-url.ts';
import { countUncollected } from '../hosted-urls/hosted-delivery-queries.ts';
import { listHostedUrls } from '../hosted-urls/hosted-url-queries.ts';
import { lastJobs, runningJobsOf } from '../jobs/job-queries.ts';
import { jobSummarySchema, toJobSummary } from '../jobs/job-record.ts';
import { skillSchema, toSkillRecord } from '../skills/skill-record.ts';
import { jobNumbersSchema } from '../statistics/statistics-record.ts';
import {
  healthCheckSchema,
  machineModeSchema,
  machineSummarySchema,
  toMachineSummary,
} from './machine-record.ts';
import { readMachineReport } from './machine-report.ts';
import { type StatusContext, statusContextOf } from './machine-status.ts';
import { resolveMachine } from './resolve-machine.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const policy = z.strictObject({
  mode: machineModeSchema,
  allow: z.array(z.string()),
  deny: z.array(z.string()),
});

/** A machine in full. */
const machineSchema = machineSummarySchema
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

export const getMachine = defineOperation({
  name: 'get_machine',
  description:
    'One machine in full: policy, failing checks with their fixes, skills, schedules, running jobs and the day in numbers. Admin keys also see its configuration.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({ machine: machineName() }),
  rest: { method: 'GET', path: '/machines/{machine}' },
  responses: { 200: machineSchema },
  refusals: ['unknown_machine', 'ambiguous_machine'],
  async run(call, input) {
    const { service, caller } = call;
    const machine = await resolveMachine(call, input.machine);
    const { organisation, id } = machine;
    const since = service.clock.now() - DAY_MS;
    const [running, last, urls, waiting, numbers] = await Promise.all([
      service.store.read((db) => runningJobsOf(db, organisation, id)),
      service.store.read((db) => lastJobs(db, organisation, id)),
      service.store.read((db) => listHostedUrls(db, organisation, id)),
      service.store.read((db) => countUncollected(db, organisation)),
      service.store.statistics.jobStatistics({ organisation, machine: id, since }),
    ]);
    return {
      body: toMachineDetail({
        machine: withHostedEvents(machine, waiting),
        hosted: skillsWithHostedUrl(machine, urls),
        context: statusContextOf(service),
        runningJobs: running,
        lastJobs: last,
        numbers,
        admin: scopeAllows(caller.scope, 'fleet:admin'),
      }),
    };
  },
});

interface MachineFacts {
  readonly machine: MachineRow;
  readonly context: StatusContext;
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
  const { machine, context, lastJobs, hosted, admin } = facts;
  const report = readMachineReport(machine);
  const lastJobOf = (skill: string) => lastJobs.find((job) => job.skill === skill);
  return {
    ...toMachineSummary(machine, context),
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
