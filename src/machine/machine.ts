import type { Clock } from '../base/time/clock.ts';
import type { KeyPair } from '../sealing/key-pair.ts';
import type { ConfigFile } from './config/config-file.ts';
import type { MachineFolder } from './folder.ts';
import type { Host } from './host.ts';
import type { JobScheduler } from './jobs/job-scheduler.ts';
import type { JobStore } from './jobs/job-store.ts';
import type { LiveOutputs } from './jobs/live-output.ts';
import type { MachineLog } from './machine-log.ts';
import type { CachedChecks } from './report/cached-checks.ts';
import type { ScheduleHistory } from './schedules/schedule-history.ts';
import type { SecretsFile } from './secrets/secrets-file.ts';
import type { DeliveryReceiver } from './webhooks/delivery-receiver.ts';
import type { DeliveryStore } from './webhooks/delivery-store.ts';

/** Everything a command works with; made once at start, in `assemble.ts`. */
export interface Machine {
  readonly folder: MachineFolder;
  readonly clock: Clock;
  readonly host: Host;
  readonly log: MachineLog;
  readonly config: ConfigFile;
  readonly secrets: SecretsFile;
  readonly checks: CachedChecks;
  readonly schedules: ScheduleHistory;
  readonly store: JobStore;
  readonly jobs: JobScheduler;
  readonly outputs: LiveOutputs;
  readonly deliveries: DeliveryStore;
  readonly webhooks: DeliveryReceiver;
  /** The key pair that the server seals hosted deliveries to. */
  readonly sealingKey: KeyPair;
  readonly service: MachineService;
}

/** The running program as seen by the `service.*` and `update.*` commands. */
export interface MachineService {
  readonly version: string;
  startedAtMs(): number;
  restarts(): number;
  lastSyncAtMs(): number | undefined;
  /** The address of the webhook listener; undefined where there is none. */
  webhookUrl(): string | undefined;
  /** Starts a new pull loop, which sends the whole report again. */
  restart(): void;
}
