export const RUNNERS = ['agent_a', 'agent_b', 'shell'] as const;
export type Runner = (typeof RUNNERS)[number];

export const JOB_STATUSES = [
  'queued',
  'running',
  'waiting',
  'succeeded',
  'failed',
  'cancelled',
  'timed_out',
] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const JOB_OUTCOMES = ['done', 'not_done', 'needs_human'] as const;
export type JobOutcome = (typeof JOB_OUTCOMES)[number];
export type JobState = 'needs_input' | 'in_progress' | 'done' | 'failed';
export type JobTrigger = 'run' | 'webhook' | 'schedule' | 'replay' | 'test';

export const ARTIFACTS = [
  'stdout',
  'stderr',
  'prompt',
  'result',
  'response',
  'payload',
  'event',
] as const;
export type ArtifactName = (typeof ARTIFACTS)[number];

export interface JobFailure {
  readonly kind: string;
  readonly message: string;
}

export interface JobProgress {
  readonly message: string | null;
  readonly percent: number | null;
  readonly step: string | null;
  readonly recent_updates?: readonly { readonly at: string; readonly message: string }[];
}

export interface JobLink {
  /** source, pull_request, issue, message, document, deployment, test or delivery. */
  readonly kind: string;
  readonly title: string;
  readonly url: string | null;
}

export interface JobQuestion {
  readonly text: string;
  readonly context: string | null;
  readonly choices: {
    readonly options: readonly string[];
    readonly recommended: string | null;
    readonly multiple: boolean;
  } | null;
}

export interface JobAnswer {
  readonly text: string;
  readonly options: readonly string[];
  readonly at: string;
  readonly by: string;
}

export interface TimelineEntry {
  readonly at: string;
  /** queued, started, progress, problem, question, answer, resumed, ended … */
  readonly kind: string;
  readonly message: string;
}

/** What a machine knows of a job and reports with a sync; times are the machine's own, RFC 3339. */
export interface JobReport {
  /** The machine's own job id. */
  readonly machine_job_id: string;
  /** The cloud's id where a command of the service started the job. */
  readonly job: string | null;
  readonly skill: string;
  readonly runner: Runner;
  readonly model: string | null;
  readonly title: string;
  readonly trigger: JobTrigger;
  readonly status: JobStatus;
  readonly outcome: JobOutcome | null;
  readonly failure: JobFailure | null;
  readonly headline: string | null;
  readonly summary: string | null;
  readonly result: string | null;
  readonly progress: JobProgress | null;
  readonly links: readonly JobLink[];
  readonly question: JobQuestion | null;
  readonly answer: JobAnswer | null;
  readonly cost_usd: number | null;
  readonly tokens: { readonly input: number; readonly output: number } | null;
  readonly timeline: readonly TimelineEntry[];
  readonly artifacts: readonly { readonly name: ArtifactName; readonly bytes: number }[];
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly updated_at: string;
}

/** The end of a running job's stdout or stderr, streamed while somebody watches (`watch_job`). */
export interface LiveOutput {
  readonly machine_job_id: string;
  readonly stream: 'stdout' | 'stderr';
  /** At most the last 64 KiB, secrets scrubbed. */
  readonly text: string;
  readonly at: string;
}
