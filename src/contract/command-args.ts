import type { ArtifactName, Runner } from './record/job.ts';

/** Arguments of the commands that the service itself queues, by type. */
export interface ServiceCommandArgs {
  'job.run': {
    /** The cloud's id of the job that this starts. */
    readonly job: string;
    readonly skill: string;
    readonly payload?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    readonly runner?: Runner;
    readonly model?: string;
    readonly effort?: string;
  };
  'job.answer': {
    readonly machine_job_id: string;
    readonly answer: string;
    /** Offered options that were picked; they reach the agent one per line, before the answer. */
    readonly options: readonly string[];
    readonly resume: 'auto' | 'never';
    readonly by: string;
  };
  'job.cancel': { readonly machine_job_id: string | null; readonly job: string };
  'job.artifact': { readonly machine_job_id: string; readonly artifact: ArtifactName };
  'skill.get': { readonly skill: string };
}

/** Results of those commands, by type. */
export interface ServiceCommandResults {
  'job.run': { readonly machine_job_id: string };
  'job.answer': {
    readonly machine_job_id: string;
    readonly delivered: boolean;
    readonly resumed: boolean;
  };
  'job.cancel': { readonly machine_job_id: string | null; readonly cancelled: boolean };
  /** `content` holds at most 256 KiB: the end of stdout and stderr, the start of the others. */
  'job.artifact': {
    readonly artifact: ArtifactName;
    readonly content: string;
    readonly bytes: number;
    readonly truncated: boolean;
  };
  'skill.get': {
    readonly skill: string;
    readonly content: string;
    readonly summary: Readonly<Record<string, unknown>>;
  };
}
