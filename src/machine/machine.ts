import type { Clock } from '../contract/clock.ts';
import type { ConfigFile } from './config/config-file.ts';
import type { MachineFolder } from './folder.ts';
import type { Host } from './host.ts';
import type { JobBoard } from './jobs/job-board.ts';
import type { JobStore } from './jobs/job-store.ts';
import type { MachineLog } from './machine-log.ts';
import type { Secrets } from './secrets.ts';

/** Everything a command works with; made once at start, in `start.ts`. */
export interface Machine {
  readonly folder: MachineFolder;
  readonly clock: Clock;
  readonly host: Host;
  readonly log: MachineLog;
  readonly config: ConfigFile;
  readonly secrets: Secrets;
  readonly store: JobStore;
  readonly jobs: JobBoard;
  readonly service: MachineService;
}

/** The running program as seen by the `service.*` and `update.*` commands. */
export interface MachineService {
  readonly version: string;
  startedAtMs(): number;
  restarts(): number;
  lastSyncAtMs(): number | null;
  /** Begins anew: a new pull loop, which tells the cloud the whole report again. */
  restart(): void;
}
