import type { SyncRequest } from '../../contract/sync.ts';

/** What a feed has to tell with one sync. */
export interface FeedPart {
  readonly part: Pick<SyncRequest, 'deliveries' | 'collected' | 'outputs'>;
  /** How many events are left for a later sync; none without it. */
  readonly left?: number;
  /** Called when that sync was answered. */
  acknowledge(): void;
}

/** A further source of news for the cloud, already scrubbed. */
export interface Feed {
  /** What the cloud does not know yet, or null. */
  collect(): Promise<FeedPart | null>;
}
