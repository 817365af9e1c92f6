import { rfc3339 } from '../../base/time/rfc3339.ts';
import type { JobProgress, JobReport } from '../../contract/record/job.ts';
import { toCommandSummary } from '../commands/command-view.ts';
import { formatId } from '../database/row-id.ts';
import type { CommandRow, JobRow, MachineRow } from '../database/schema.ts';
import { readJobReport } from '../machines/machine-report.ts';
import type { LiveOutputRecord } from './live-output.ts';

const EXCERPT_LENGTH = 300;

/** A job in lists and in the inbox. */
export function toJobSummary(job: JobRow, machine: MachineRow | undefined, delivery?: number) {
  const report = readJobReport(job);
  return {
    id: formatId('job', job.id),
    machine_job_id: job.machine_job_id,
    machine: formatId('mac', job.machine),
    machine_name: machine?.name ?? null,
    skill: job.skill,
    title: job.title,
    state: job.state,
    status: job.status,
    outcome: job.outcome,
    failure: job.failure === null ? (report?.failure ?? null) : JSON.parse(job.failure),
    headline: report?.headline ?? null,
    summary: report?.summary ?? null,
    result_excerpt: excerpt(report?.result ?? null),
    progress: toProgress(job, report),
    links: [...(report?.links ?? []), ...deliveryLinks(delivery)],
    delivery_id: delivery === undefined ? null : formatId('del', delivery),
    question: report?.question ?? null,
    trigger: job.trigger,
    runner: job.runner,
    model: job.model,
    cost_usd: job.cost_usd,
    tokens: report?.tokens ?? null,
    created_at: rfc3339(job.created_at),
    started_at: rfc3339(job.started_at),
    ended_at: rfc3339(job.ended_at),
    updated_at: rfc3339(job.activity_at),
  };
}

export interface JobFacts {
  readonly job: JobRow;
  readonly machine: MachineRow | undefined;
  /** Commands sent about it, newest first. */
  readonly commands: readonly CommandRow[];
  /** The webhook delivery that started it. */
  readonly delivery?: number | undefined;
  /** What is streamed while somebody watches. */
  readonly output?: LiveOutputRecord | null;
}

/** A job in full. */
export function toJobDetail({ job, machine, commands, delivery, output = null }: JobFacts) {
  const report = readJobReport(job);
  return {
    ...toJobSummary(job, machine, delivery),
    result: report?.result ?? null,
    answer: report?.answer ?? null,
    timeline: report?.timeline ?? [
      { at: rfc3339(job.created_at), kind: 'queued', message: 'waits for its machine' },
    ],
    output,
    artifacts: report?.artifacts ?? [],
    commands: commands.map(toCommandSummary),
  };
}

function deliveryLinks(delivery: number | undefined): JobReport['links'] {
  if (delivery === undefined) return [];
  return [{ kind: 'delivery', title: formatId('del', delivery), url: null }];
}

/** `recent_updates` are there only while the job runs (specification, "Job"). */
function toProgress(job: JobRow, report: JobReport | null): JobProgress | null {
  if (!report?.progress) return null;
  const { recent_updates: updates = [], ...progress } = report.progress;
  return job.status === 'running' ? { ...progress, recent_updates: updates } : progress;
}

/** The first characters by code points; a pair of surrogates is one. */
function excerpt(result: string | null): string | null {
  if (result === null) return null;
  const characters = [...result.slice(0, 2 * (EXCERPT_LENGTH + 1))];
  if (characters.length <= EXCERPT_LENGTH) return result;
  return `${characters.slice(0, EXCERPT_LENGTH - 1).join('')}…`;
}
