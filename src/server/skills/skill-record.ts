import { z } from 'zod';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import type { SkillReport } from '../../contract/record/machine.ts';
import { anyJson, id, maybeText } from '../catalogue/record-fields.ts';
import { formatId } from '../database/row-id.ts';
import type { JobRow, MachineRow } from '../database/schema.ts';
import { lastJobSchema } from '../jobs/job-record.ts';
import { readJobReport } from '../jobs/job-report.ts';
import { runnerSchema } from '../machines/machine-record.ts';

/** One skill of one machine. */
export const skillSchema = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    machine: id('mac'),
    machine_name: z.string(),
    runner: runnerSchema.nullable().describe('Null where the skill does not load.'),
    model: maybeText,
    auth: maybeText,
    secret_set: z.boolean(),
    when: z.array(z.record(z.string(), anyJson)),
    schedule: z.strictObject({ cron: z.string(), timezone: z.string() }).nullable(),
    webhook: z.boolean(),
    hosted_url: z.boolean().describe('Whether a hosted URL is on; the URL is never listed.'),
    repository: maybeText,
    last_job: lastJobSchema.nullable(),
    error: maybeText.describe(
      'Why the skill does not load, with the line of its file; null where it does.',
    ),
  })
  .meta({ id: 'Skill' });

interface SkillFacts {
  readonly machine: MachineRow;
  readonly skill: SkillReport;
  /** The newest job of this skill on this machine. */
  readonly lastJob: JobRow | undefined;
  /** Skills of this machine whose hosted URL is on. */
  readonly hosted: ReadonlySet<string>;
}

interface BrokenSkillFacts extends Omit<SkillFacts, 'skill'> {
  readonly broken: { readonly name: string; readonly error: string };
}

/** A skill that does not load: its machine knows the name alone, and why. */
export function toBrokenSkillRecord({ broken, ...facts }: BrokenSkillFacts) {
  const skill = {
    name: broken.name,
    description: '',
    model: null,
    secret_set: false,
    when: [],
    schedule: null,
    webhook: false,
    repository: null,
  };
  const record = toSkillRecord({ ...facts, skill: { ...skill, runner: 'shell', auth: 'none' } });
  return { ...record, runner: null, auth: null, error: broken.error };
}

/** One skill of one machine; whether a hosted URL is on, never the URL. */
export function toSkillRecord({ machine, skill, lastJob, hosted }: SkillFacts) {
  return {
    name: skill.name,
    description: skill.description,
    machine: formatId('mac', machine.id),
    machine_name: machine.name,
    runner: skill.runner,
    model: skill.model,
    auth: skill.auth,
    secret_set: skill.secret_set,
    when: skill.when,
    schedule: skill.schedule,
    webhook: skill.webhook,
    hosted_url: hosted.has(skill.name),
    repository: skill.repository,
    last_job: lastJob === undefined ? null : toLastJob(lastJob),
    error: null,
  };
}

function toLastJob(job: JobRow) {
  return {
    id: formatId('job', job.id),
    state: job.state,
    status: job.status,
    outcome: job.outcome,
    headline: readJobReport(job)?.headline ?? null,
    created_at: rfc3339(job.created_at),
    ended_at: rfc3339(job.ended_at),
  };
}
