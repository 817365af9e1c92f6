import type { Clock } from '../base/time/clock.ts';
import type { KeyPair } from '../sealing/key-pair.ts';
import type { ConfigFile } from './config/config-file.ts';
import type { MachineFolder } from './folder.ts';
import type { Host } from './host.ts';
import type { JobBoard } from './jobs/job-scheduler.ts';
import type { JobStore } from './jobs/job-store.ts';
import type { LiveOutputs } from './jobs/live-output.ts';
import type { MachineLog } from './machine-log.ts';
import type { Findings } from './report/cached-checks.ts';
import type { ScheduleMemory } from './schedules/schedule-history.ts';
import type { Secrets } from './secrets/secrets-file.ts';
import type { DeliveryDesk } from './webhooks/delivery-receiver.ts';
import type { DeliveryStore } from './webhooks/delivery-store.ts';

/** Everything a command works with; made once at start, in `start.ts`. */
export interface Machine {
  readonly folder: MachineFolder;
  readonly clock: Clock;
  readonly host: Host;
  readonly log: MachineLog;
  readonly config: ConfigFile;
  readonly secrets: Secrets;
  readonly findings: Findings;
  readonly schedules: ScheduleMemory;
  readonly store: JobStore;
  readonly jobs: JobBoard;
  readonly outputs: LiveOutputs;
  readonly deliveries: DeliveryStore;
  readonly webhooks: DeliveryDesk;
  /** What hosted deliveries are sealed to. */
  readonly sealingKey: KeyPair;
  readonly service: MachineService;
}

/** The running program as seen by the `service.*` and `update.*` commands. */
export interface MachineService {
  readonly version: string;
  startedAtMs(): number;
  restarts(): number;
  lastSyncAtMs(): number | null;
  /** The address of the webhook listener, null where it listens on none. */
  webhookUrl(): string | null;
  /** Begins anew: a new pull loop, which tells the cloud the whole report again. */
  restart(): void;
}
