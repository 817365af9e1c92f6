import type { Selectable } from 'kysely';
import type { AlertType } from '../../contract/record/channel.ts';
import type { CommandStatus } from '../../contract/record/command.ts';
import type {
  JobOutcome,
  JobState,
  JobStatus,
  JobTrigger,
  Runner,
} from '../../contract/record/job.ts';
import type { MachineMode } from '../../contract/record/machine.ts';
import type { Scope } from '../../contract/scope.ts';
import type { NotificationTables } from './tables/notifications.ts';
import type { PeopleTables } from './tables/people.ts';
import type { ShortLivedTables } from './tables/short-lived.ts';
import type { WebhookTables } from './tables/webhooks.ts';

/**
 * The tables as they stand after the last migration. Ids are row ids (`row-id.ts`), times are
 * milliseconds of the database's clock, booleans are 0 or 1, and JSON is text that only JavaScript
 * reads. The same schema serves every dialect.
 */
export interface Tables extends WebhookTables, ShortLivedTables, NotificationTables, PeopleTables {
  organisations: OrganisationsTable;
  api_keys: ApiKeysTable;
  machines: MachinesTable;
  jobs: JobsTable;
  commands: CommandsTable;
  alerts: AlertsTable;
  audit: AuditTable;
  kept_days: KeptDaysTable;
  migrations: MigrationsTable;
}

interface MigrationsTable {
  name: string;
  applied_at: number;
}

export type PlanStatus = 'active' | 'past_due' | 'cancelled';
export type BillingPeriod = 'monthly' | 'yearly';

interface OrganisationsTable {
  id: number;
  slug: string;
  name: string;
  plan: string;
  plan_status: PlanStatus;
  billing_period: BillingPeriod;
  cancellation_pending: number;
  store_payloads: number;
  created_at: number;
  /** Days after their end, or null for ever. */
  keep_jobs: number | null;
  keep_deliveries: number | null;
  keep_alerts: number | null;
  keep_audit: number | null;
}

interface ApiKeysTable {
  organisation: number;
  id: number;
  name: string;
  scope: Scope;
  /** What of the key may be shown: `fleet_` and the key id. */
  prefix: string;
  /** SHA-256 of the whole key, in hexadecimal. */
  hash: string;
  /** The person who made it, where that is known. */
  created_by: number | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

interface MachinesTable {
  organisation: number;
  id: number;
  name: string;
  hostname: string | null;
  /** SHA-256 of the machine's whole token, in hexadecimal; emptied when it is disconnected. */
  token_hash: string;
  paired_at: number;
  last_sync_at: number | null;
  clock_skew_ms: number | null;
  events_waiting: number;
  mode: MachineMode | null;
  /** `MachineReport` as last reported. */
  report: string | null;
  disconnected_at: number | null;
}

interface JobsTable {
  organisation: number;
  id: number;
  machine: number;
  machine_job_id: string | null;
  skill: string;
  runner: Runner | null;
  model: string | null;
  title: string;
  trigger: JobTrigger;
  status: JobStatus;
  outcome: JobOutcome | null;
  /** The inbox's view of status, outcome and answer (`jobs/job-state.ts`). */
  state: JobState;
  percent: number | null;
  cost_usd: number | null;
  tokens: number | null;
  /** Why the service itself ended the job, as `JobFailure`. */
  failure: string | null;
  /** `JobReport` as last reported. */
  report: string | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  /** When the service last learned something new of the job. */
  activity_at: number;
  /** When the service learned of its end, and until then of the job: where figures count it. */
  counted_at: number;
}

interface CommandsTable {
  organisation: number;
  id: number;
  machine: number;
  type: string;
  status: CommandStatus;
  args: string;
  asked_kind: ActorKind;
  asked_id: string | null;
  asked_name: string;
  job: number | null;
  skill: string | null;
  /** `CommandError` of a command that failed, was cancelled or expired. */
  error: string | null;
  result: string | null;
  created_at: number;
  expires_at: number;
  delivered_at: number | null;
  finished_at: number | null;
  /** 1 where the result came after the command had expired. */
  late: number;
}

interface AlertsTable {
  organisation: number;
  id: number;
  type: AlertType;
  state: 'open' | 'resolved';
  /** What it is about within its type; an alert opens once while its condition holds. */
  condition: string;
  /** 1 while the condition holds, also after somebody dismissed the alert. */
  holds: number;
  machine: number;
  job: number | null;
  title: string;
  opened_at: number;
  resolved_at: number | null;
}

interface AuditTable {
  organisation: number;
  id: number;
  at: number;
  action: string;
  actor_kind: ActorKind;
  actor_id: string | null;
  actor_name: string;
  machine: number | null;
  job: number | null;
  skill: string | null;
  command: number | null;
  request_id: string | null;
  /** `AuditDetails`, where there are any. */
  details: string | null;
}

interface KeptDaysTable {
  organisation: number;
  /** Days of UTC since 1 January 1970. */
  day: number;
  /** How often the day changed after it was over. */
  version: number;
  /** `DayFigures` as JSON; null since the day changed. A migration that changes them empties the table. */
  figures: string | null;
}

export type ActorKind = 'person' | 'api_key' | 'machine' | 'cloud' | 'system';

export type OrganisationRow = Selectable<OrganisationsTable>;
export type ApiKeyRow = Selectable<ApiKeysTable>;
export type MachineRow = Selectable<MachinesTable>;
export type JobRow = Selectable<JobsTable>;
export type CommandRow = Selectable<CommandsTable>;
export type AlertRow = Selectable<AlertsTable>;
export type AuditRow = Selectable<AuditTable>;
