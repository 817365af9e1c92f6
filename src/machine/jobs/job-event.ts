import type {
  JobAnswer,
  JobFailure,
  JobLink,
  JobOutcome,
  JobQuestion,
} from '../../contract/record/job.ts';

/** Everything that can happen to a job after it was queued. */
export type JobEvent =
  | { readonly kind: 'start' }
  | { readonly kind: 'progress'; readonly progress: ProgressStep }
  | { readonly kind: 'link'; readonly link: JobLink }
  | { readonly kind: 'spend'; readonly spend: Spend }
  | { readonly kind: 'ask'; readonly question: JobQuestion }
  | { readonly kind: 'leave'; readonly question: JobQuestion }
  | { readonly kind: 'answer'; readonly answer: JobAnswer }
  | { readonly kind: 'resume'; readonly answer: JobAnswer }
  | { readonly kind: 'record'; readonly answer: JobAnswer }
  | { readonly kind: 'finish'; readonly finish: Finish }
  | { readonly kind: 'fail'; readonly failure: JobFailure; readonly result?: string | null }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'time_out'; readonly limitSeconds: number };

export type JobEventKind = JobEvent['kind'];

export interface ProgressStep {
  readonly message: string | null;
  readonly percent: number | null;
  readonly step: string | null;
}

export interface Spend {
  readonly costUsd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface Finish {
  readonly headline: string | null;
  readonly summary: string | null;
  readonly result: string | null;
  readonly outcome: Exclude<JobOutcome, 'needs_human'>;
}
