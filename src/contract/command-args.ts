import type { MachineOutcome } from './record/delivery.ts';
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
  'job.replay': {
    readonly machine_job_id: string /** The new job's cloud id. */;
    readonly job: string;
  };
  'job.watch': {
    readonly machine_job_id: string;
    readonly stream: 'stdout' | 'stderr';
    readonly ttl_seconds: number;
  };
  'delivery.replay': {
    readonly machine_delivery_id: string;
    readonly force: boolean;
    readonly skip_filters: boolean;
    /** The cloud's id of the job that this may start. */
    readonly job: string;
  };
  'skill.get': { readonly skill: string };
  'skill.save': {
    readonly skill: string;
    readonly content: string;
    readonly allow_unauthenticated: boolean;
  };
  'skill.delete': { readonly skill: string };
  'skill.test': {
    readonly job: string;
    readonly skill_md: string;
    readonly payload?: unknown;
    readonly runner?: Runner;
  };
  'secret.generate': {
    readonly name: string;
    /** The caller's X25519 public key, base64url. */
    readonly recipient_key: string;
    readonly force: boolean;
  };
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
  'job.replay': { readonly machine_job_id: string };
  'job.watch': { readonly machine_job_id: string; readonly until: string };
  'delivery.replay': {
    readonly machine_delivery_id: string;
    readonly outcome: MachineOutcome;
    readonly reason: string | null;
    readonly machine_job_id: string | null;
  };
  'skill.save': { readonly skill: string; readonly created: boolean };
  'skill.delete': { readonly skill: string; readonly moved_to: string };
  'skill.test': { readonly machine_job_id: string };
  /** `exists` where the machine kept the secret that it had; `sealed` is base64url. */
  'secret.generate':
    | { readonly state: 'sealed'; readonly sealed: string }
    | { readonly state: 'exists' };
}
