import { redactHeaders } from '../../base/headers/redact.ts';
import type { JobReport, JobTrigger, Runner } from '../../contract/record/job.ts';
import type { Scrub } from '../secrets/scrub.ts';
import type { Skill } from '../skills/skill-file.ts';
import { substitute } from '../skills/substitute.ts';
import type { Job } from './job.ts';

const TITLE_CHARS_MAX = 200;

/** What starts a job. */
export interface NewJobRequest {
  readonly skill: Skill;
  /** The server's id, where the server asked for the job. */
  readonly job: string | null;
  readonly trigger: JobTrigger;
  /** Any JSON value; undefined where there is none. */
  readonly payload: unknown;
  /** The bytes of the payload where it came as bytes; stored instead of the value as JSON. */
  readonly body?: Uint8Array | undefined;
  /** The text of the skill's file where the skill is not installed. */
  readonly skillFile?: string | undefined;
  /** The machine's id of the webhook delivery that started it. */
  readonly delivery?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The query string of the webhook that started it, redacted. */
  readonly query?: string | undefined;
  readonly runner?: Runner | undefined;
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
}

/** The machine's id of a job queued at `at` (RFC 3339); `token` distinguishes jobs of the same second. */
export function jobId(at: string, token: string): string {
  return `run-${at.slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-${token}`;
}

/** Whether a name has the form of an id from `jobId`. */
export function isJobId(name: string): boolean {
  return /^run-\d{8}-\d{6}-[0-9a-f]+$/.test(name);
}

interface NewJobOptions {
  /** The machine's id of it. */
  readonly id: string;
  /** The time (RFC 3339). */
  readonly at: string;
  readonly scrub: Scrub;
}

/** A new job in the queue. */
export function newJob(request: NewJobRequest, { id, at, scrub }: NewJobOptions): Job {
  const { skill } = request;
  const runner = request.runner ?? skill.settings.runner;
  const report: JobReport = {
    machine_job_id: id,
    job: request.job,
    skill: skill.name,
    runner,
    model: request.model || skill.settings.model,
    title: titleOf(request, scrub),
    trigger: request.trigger,
    status: 'queued',
    outcome: null,
    failure: null,
    headline: null,
    summary: null,
    result: null,
    progress: null,
    links:
      request.delivery === undefined
        ? []
        : [{ kind: 'delivery', title: request.delivery, url: null }],
    question: null,
    answer: null,
    cost_usd: null,
    tokens: null,
    timeline: [{ at, kind: 'queued', message: `queued by ${request.trigger}` }],
    artifacts: [],
    started_at: null,
    ended_at: null,
    updated_at: at,
  };
  return { report, session: { id: null, nextStep: 0, answer: '' }, reported: false };
}

/** Scrubbed before its lines are joined and it is cut: no scrub finds a part of a secret. */
function titleOf(request: NewJobRequest, scrub: Scrub): string {
  const { description, settings } = request.skill;
  const values = { payload: request.payload, answer: '' };
  const title = scrub(substitute(settings.title ?? '', values))
    .replace(/\s+/g, ' ')
    .trim();
  return (title === '' ? scrub(description) : title).slice(0, TITLE_CHARS_MAX);
}

/** The content of the job's file `event`: what started the job, without its payload. */
export function eventFile(request: NewJobRequest, job: Job): string {
  const { report } = job;
  const event = {
    trigger: report.trigger,
    skill: report.skill,
    machine_job_id: report.machine_job_id,
    job: report.job,
    runner: report.runner,
    model: report.model,
    effort: request.effort ?? null,
    received_at: report.updated_at,
    delivery: request.delivery ?? null,
    query: request.query ?? '',
    headers: redactHeaders(request.headers),
  };
  return `${JSON.stringify(event, null, 2)}\n`;
}
