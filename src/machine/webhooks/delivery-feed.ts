import type { DeliveryReport } from '../../contract/record/delivery.ts';
import type { Scrub } from '../secrets/scrub.ts';
import { scrubRecord } from '../secrets/scrub-record.ts';
import type { Feed, FeedPart } from '../sync/feed.ts';
import type { Delivery } from './delivery-record.ts';
import type { DeliveryStore } from './delivery-store.ts';

/** Larger bodies stay on the machine. */
const BODY_BYTES_MAX = 256 * 1024;

/** A sync carries about so many bytes of bodies. */
const BODIES_BYTES = 512 * 1024;

const DELIVERIES_MAX = 50;

export interface DeliveryFeedOptions {
  readonly deliveries: DeliveryStore;
  readonly scrub: () => Promise<Scrub>;
  readonly log: { write(message: string): void };
}

/** Tells the cloud of the webhooks that were judged, each until a sync with it was answered. */
export class DeliveryFeed implements Feed {
  readonly #options: DeliveryFeedOptions;
  #storesPayloads: boolean | undefined;

  constructor(options: DeliveryFeedOptions) {
    this.#options = options;
  }

  /** What an answered sync said of bodies; a service that says nothing keeps none. */
  answered(storesPayloads: boolean | undefined): void {
    this.#storesPayloads = storesPayloads ?? false;
  }

  async collect(): Promise<FeedPart | null> {
    // Until the service has said whether it keeps bodies, nothing may be told with or without one.
    if (this.#storesPayloads === undefined) return null;
    const { deliveries, log } = this.#options;
    const scrub = await this.#options.scrub();
    const told: Delivery[] = [];
    const reports: DeliveryReport[] = [];
    let bytes = 0;
    const unreported = deliveries.unreported();
    for (const delivery of unreported.slice(0, DELIVERIES_MAX)) {
      const body = await this.#bodyOf(delivery);
      bytes += body?.length ?? 0;
      if (told.length > 0 && bytes > BODIES_BYTES) break;
      told.push(delivery);
      const report = scrubRecord(delivery.report, scrub);
      reports.push({ ...report, body });
    }
    if (told.length === 0) return null;
    return {
      part: { deliveries: reports },
      left: unreported.length - told.length,
      acknowledge: () =>
        void deliveries.acknowledge(told).catch((error: unknown) => {
          log.write(`deliveries cannot be saved: ${String(error)}`);
        }),
    };
  }

  async #bodyOf({ report }: Delivery): Promise<string | null> {
    if (this.#storesPayloads !== true || report.body_bytes > BODY_BYTES_MAX) return null;
    const body = await this.#options.deliveries.body(report.machine_delivery_id);
    return body === null ? null : body.toString('base64url');
  }
}
