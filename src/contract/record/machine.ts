import type { Runner } from './job.ts';

export type MachineStatus = 'online' | 'degraded' | 'offline';
export type MachineMode = 'observe' | 'control';

export interface MachinePolicy {
  readonly mode: MachineMode;
  /** Command types or prefixes ending in `.*`; an empty allow list allows what the mode allows. */
  readonly allow: readonly string[];
  readonly deny: readonly string[];
}

export interface HealthCheck {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'failing';
  readonly message: string;
  readonly fix: string | null;
}

export interface RunnerReadiness {
  readonly name: Runner;
  readonly ready: boolean;
  readonly detail: string | null;
}

export interface SkillReport {
  readonly name: string;
  readonly description: string;
  readonly runner: Runner;
  readonly model: string | null;
  readonly auth: string;
  readonly secret_set: boolean;
  readonly when: readonly Readonly<Record<string, unknown>>[];
  readonly schedule: { readonly cron: string; readonly timezone: string } | null;
  readonly webhook: boolean;
  readonly repository: string | null;
}

export interface ScheduleReport {
  readonly name: string;
  readonly skill: string;
  readonly cron: string;
  readonly timezone: string;
  /** Null where it never ran; left out by a machine that does not report it. */
  readonly last_run_at?: string | null | undefined;
  /** Null where it never will. */
  readonly next_run_at?: string | null | undefined;
}

/** What a machine says about itself; sent with a sync whenever it changed. */
export interface MachineReport {
  readonly hostname: string;
  readonly version: string;
  readonly policy: MachinePolicy;
  readonly runners: readonly RunnerReadiness[];
  readonly checks: readonly HealthCheck[];
  readonly skills: readonly SkillReport[];
  readonly broken_skills: readonly { readonly name: string; readonly error: string }[];
  readonly schedules: readonly ScheduleReport[];
  readonly repositories: readonly {
    readonly name: string;
    readonly url: string;
    readonly ref: string;
  }[];
  /** The machine's X25519 public key, base64url, to which hosted deliveries are sealed. */
  readonly sealing_key?: string;
  /** The address of the machine's own webhook listener, where it has one. */
  readonly webhook_url?: string | null;
  /** `fleet.yaml` as it stands, with secrets scrubbed. */
  readonly config: string;
}
