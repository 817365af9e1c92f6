import type { SyncRequest } from '../../contract/sync.ts';

/** What a feed adds to one sync. */
export interface FeedPart {
  readonly part: Pick<SyncRequest, 'deliveries' | 'collected' | 'outputs'>;
  /** How many events are left for a later sync; 0 where it is absent. */
  readonly left?: number;
  /** Called after the response to that sync. */
  acknowledge(): void;
}

/** A further source of events for the server, already scrubbed. */
export interface Feed {
  /**
   * What the server does not have yet, at least one of it and else up to about `bytesMax`; undefined where that
   * is nothing.
   */
  collect(bytesMax: number): Promise<FeedPart | undefined>;
}
