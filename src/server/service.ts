import type { Clock } from '../contract/clock.ts';
import type { Waiters } from './fleet/waiters.ts';
import type { Store } from './store/store.ts';

/** Everything an operation works with; made once at start, in `server/start.ts`. */
export interface Service {
  readonly store: Store;
  readonly clock: Clock;
  readonly waiters: Waiters;
  readonly settings: ServiceSettings;
}

export interface ServiceSettings {
  /** Longest time a request is held, in seconds, whatever was asked; `--max-hold`. */
  readonly maxHoldSeconds: number;
  readonly enforcePlans: boolean;
}
