import type { DeliveryReport } from '../../contract/record/delivery.ts';
import type { Scrub } from '../secrets/scrub.ts';
import { scrubRecord } from '../secrets/scrub-record.ts';
import type { Feed, FeedPart } from '../sync/feed.ts';
import type { Delivery } from './delivery-record.ts';
import type { DeliveryStore } from './delivery-store.ts';

/** Larger bodies stay on the machine. */
const BODY_BYTES_MAX = 256 * 1024;

/** About the total size of the bodies in one sync. */
const BODIES_BYTES = 512 * 1024;

const DELIVERIES_MAX = 50;

interface DeliveryFeedOptions {
  readonly deliveries: DeliveryStore;
  readonly scrub: () => Promise<Scrub>;
  readonly log: { write(message: string): void };
}

/** Reports the received webhooks, each until the server responded to a sync with it. */
export class DeliveryFeed implements Feed {
  readonly #options: DeliveryFeedOptions;
  #storesPayloads: boolean | undefined;

  constructor(options: DeliveryFeedOptions) {
    this.#options = options;
  }

  /** What the response to a sync said about bodies; a server that says nothing stores none. */
  setStoresPayloads(storesPayloads: boolean | undefined): void {
    this.#storesPayloads = storesPayloads ?? false;
  }

  async collect(): Promise<FeedPart | undefined> {
    // The reports wait until the server has said whether it stores bodies.
    if (this.#storesPayloads === undefined) return undefined;
    const { deliveries, log } = this.#options;
    const scrub = await this.#options.scrub();
    const sent: Delivery[] = [];
    const reports: DeliveryReport[] = [];
    let bytes = 0;
    const unreported = deliveries.unreported();
    for (const delivery of unreported.slice(0, DELIVERIES_MAX)) {
      const body = await this.#bodyOf(delivery);
      bytes += body?.length ?? 0;
      if (sent.length > 0 && bytes > BODIES_BYTES) break;
      sent.push(delivery);
      const report = scrubRecord(delivery.report, scrub);
      reports.push({ ...report, body });
    }
    if (sent.length === 0) return undefined;
    return {
      part: { deliveries: reports },
      left: unreported.length - sent.length,
      acknowledge: () =>
        void deliveries.acknowledge(sent).catch((error: unknown) => {
          log.write(`deliveries cannot be saved: ${String(error)}`);
        }),
    };
  }

  async #bodyOf({ report }: Delivery): Promise<string | null> {
    if (this.#storesPayloads !== true || report.body_bytes > BODY_BYTES_MAX) return null;
    const body = await this.#options.deliveries.body(report.machine_delivery_id);
    return body?.toString('base64url') ?? null;
  }
}
