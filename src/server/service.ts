import type { Clock } from '../base/time/clock.ts';
import type { RateLimit } from './access/rate-limit.ts';
import type { Store } from './database/store.ts';
import type { RefusedWebhooks } from './hosted-urls/refused-webhooks.ts';
import type { Waiters } from './long-poll/waiters.ts';

/** Everything an operation works with; made once at start, in `server/start.ts`. */
export interface Service {
  readonly store: Store;
  readonly clock: Clock;
  readonly waiters: Waiters;
  readonly rateLimit: RateLimit;
  readonly refusedWebhooks: RefusedWebhooks;
  readonly settings: ServiceSettings;
  /** When this process began to serve, by the clock: machines get one sync interval of grace then. */
  readonly startedAtMs: number;
  /** When a machine synced last before that: until then a server was up. */
  readonly newestSyncMs: number;
  /** Where this server is reached, without a slash at its end. */
  readonly baseUrl: () => string;
}

export interface ServiceSettings {
  /** Longest wait of a request in seconds, whatever it asks for. */
  readonly maxHoldSeconds: number;
  /** How often a machine syncs at the latest; one is offline after missing three. */
  readonly syncIntervalSeconds: number;
  readonly enforcePlans: boolean;
}
