import type { Clock } from '../../base/time/clock.ts';
import type { DeliveryReport } from '../../contract/record/delivery.ts';
import type { Scrub } from '../secrets/scrub.ts';
import { scrubRecord } from '../secrets/scrub-record.ts';
import type { Feed, FeedPart } from '../sync/feed.ts';
import type { Delivery } from './delivery-record.ts';
import type { DeliveryStore } from './delivery-store.ts';

/** Larger bodies stay on the machine. */
const BODY_BYTES_MAX = 256 * 1024;

/** About the total size of the deliveries in one sync. */
const DELIVERIES_BYTES = 512 * 1024;

const DELIVERIES_MAX = 50;

/** So many bodies of rejected webhooks and duplicates are sent in a day: strangers make these. */
const REFUSED_PER_DAY = { bodies: 100, bytes: 5 * 1024 * 1024 } as const;

const DAY_MS = 24 * 60 * 60 * 1000;

interface DeliveryFeedOptions {
  readonly clock: Clock;
  readonly deliveries: DeliveryStore;
  readonly scrub: () => Promise<Scrub>;
  readonly log: { write(message: string): void };
}

/** Reports the received webhooks, each until the server responded to a sync with it. */
export class DeliveryFeed implements Feed {
  readonly #options: DeliveryFeedOptions;
  #storesPayloads: boolean | undefined;
  /** The refused deliveries whose bodies are sent today, each perhaps several times until it is there. */
  #refused = { day: 0, bytes: 0, ids: new Set<string>() };

  constructor(options: DeliveryFeedOptions) {
    this.#options = options;
  }

  /** What the response to a sync said about bodies; a server that says nothing stores none. */
  setStoresPayloads(storesPayloads: boolean | undefined): void {
    this.#storesPayloads = storesPayloads ?? false;
  }

  async collect(bytesMax: number): Promise<FeedPart | undefined> {
    // The reports wait until the server has said whether it stores bodies.
    if (this.#storesPayloads === undefined) return undefined;
    const { deliveries, log } = this.#options;
    const scrub = await this.#options.scrub();
    const sent: Delivery[] = [];
    const reports: DeliveryReport[] = [];
    let bytes = 0;
    const unreported = deliveries.unreported();
    for (const delivery of unreported.slice(0, DELIVERIES_MAX)) {
      const found = await this.#bodyOf(delivery);
      const body = found !== null && found.length > bytesMax ? null : found;
      const report = scrubRecord(delivery.report, scrub);
      bytes += JSON.stringify(report).length + (body?.length ?? 0);
      if (sent.length > 0 && bytes > Math.min(DELIVERIES_BYTES, bytesMax)) break;
      sent.push(delivery);
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
    if (isRefused(report) && !this.#isWithinDay(report)) return null;
    const body = await this.#options.deliveries.body(report.machine_delivery_id);
    return body?.toString('base64url') ?? null;
  }

  #isWithinDay({ machine_delivery_id: id, body_bytes: bytes }: Delivery['report']): boolean {
    const day = Math.floor(this.#options.clock.now() / DAY_MS);
    if (day !== this.#refused.day) this.#refused = { day, bytes: 0, ids: new Set() };
    const refused = this.#refused;
    if (refused.ids.has(id)) return true;
    if (refused.ids.size >= REFUSED_PER_DAY.bodies) return false;
    if (refused.bytes + bytes > REFUSED_PER_DAY.bytes) return false;
    refused.ids.add(id);
    refused.bytes += bytes;
    return true;
  }
}

function isRefused({ outcome }: Delivery['report']): boolean {
  return outcome === 'rejected' || outcome === 'duplicate';
}
