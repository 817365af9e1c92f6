import type {
  JobAnswer,
  JobFailure,
  JobLink,
  JobOutcome,
  JobQuestion,
} from '../../contract/record/job.ts';

/**
 * Everything that can happen to a job after it was queued. `ask` makes it wait for an answer;
 * `end_with_question` ends it with an open question, whose answer resumes it or is only recorded.
 */
export type JobEvent =
  | { readonly kind: 'start' }
  | { readonly kind: 'progress'; readonly progress: ProgressStep }
  | { readonly kind: 'link'; readonly link: JobLink }
  | { readonly kind: 'spend'; readonly spend: Spend }
  | { readonly kind: 'problem'; readonly message: string }
  | { readonly kind: 'ask'; readonly question: JobQuestion }
  | { readonly kind: 'end_with_question'; readonly question: JobQuestion }
  | { readonly kind: 'answer'; readonly answer: JobAnswer }
  | { readonly kind: 'resume'; readonly answer: JobAnswer }
  | { readonly kind: 'record_answer'; readonly answer: JobAnswer }
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

interface Spend {
  readonly costUsd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

interface Finish {
  readonly headline: string | null;
  readonly summary: string | null;
  readonly result: string | null;
  readonly outcome: Exclude<JobOutcome, 'needs_human'>;
}
