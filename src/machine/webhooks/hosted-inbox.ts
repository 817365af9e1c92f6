import { z } from 'zod';
import type { HostedDelivery } from '../../contract/record/delivery.ts';
import { fromBase64url } from '../../sealing/base64url.ts';
import type { KeyPair } from '../../sealing/key-pair.ts';
import { open } from '../../sealing/sealed-box.ts';
import type { Feed, FeedPart } from '../sync/feed.ts';
import type { DeliveryReceiver } from './delivery-receiver.ts';
import type { IncomingWebhook } from './incoming-webhook.ts';

const hostedRequest = z.object({
  method: z.string(),
  path: z.string(),
  address: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  body: z.base64url(),
});

export interface HostedInboxOptions {
  readonly keyPair: KeyPair;
  readonly desk: DeliveryReceiver;
  readonly log: { write(message: string): void };
  /** Called when there is a delivery to be named as collected. */
  readonly changed: () => void;
}

/** Collects what hosted URLs received: opens it, has it judged, and says that it is safely here. */
export class HostedInbox implements Feed {
  readonly #options: HostedInboxOptions;
  readonly #taking = new Map<string, Promise<void>>();
  readonly #collected = new Set<string>();

  constructor(options: HostedInboxOptions) {
    this.#options = options;
  }

  /** Takes what a sync brought; what is being taken, or was, is not taken again. */
  receive(hosted: readonly HostedDelivery[]): void {
    for (const delivery of hosted) {
      const { id } = delivery;
      if (this.#taking.has(id) || this.#collected.has(id)) continue;
      const taking = this.#take(delivery)
        .catch((error: unknown) => {
          this.#options.log.write(`hosted delivery ${id} could not be taken: ${String(error)}`);
        })
        .finally(() => this.#taking.delete(id));
      this.#taking.set(id, taking);
    }
  }

  async collect(): Promise<FeedPart | null> {
    const ids = [...this.#collected];
    if (ids.length === 0) return null;
    return {
      part: { collected: ids },
      acknowledge: () => {
        for (const id of ids) this.#collected.delete(id);
      },
    };
  }

  /** Resolves when nothing is being taken any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#taking.values());
  }

  async #take(hosted: HostedDelivery): Promise<void> {
    const { desk, changed } = this.#options;
    const request = this.#open(hosted);
    const incoming: IncomingWebhook = {
      via: 'ingress',
      delivery: hosted.id,
      skill: hosted.skill,
      receivedAt: hosted.received_at,
      path: request?.path ?? '/in',
      address: request?.address ?? null,
      headers: request?.headers ?? {},
      body: request === null ? null : Buffer.from(request.body, 'base64url'),
    };
    await desk.receive(incoming, {
      id: `hook-${hosted.id}`,
      ...(request === null ? { verdict: UNREADABLE } : {}),
    });
    // Only what is on disk is named, since the service then forgets it.
    this.#collected.add(hosted.id);
    changed();
  }

  #open(hosted: HostedDelivery) {
    try {
      const text = open(fromBase64url(hosted.sealed), this.#options.keyPair);
      return hostedRequest.parse(JSON.parse(Buffer.from(text).toString('utf8')));
    } catch {
      return null;
    }
  }
}

/** What cannot be opened now never can be, so it is not asked for again. */
const UNREADABLE = {
  outcome: 'rejected',
  reason: 'it is not sealed to the key of this machine, or was altered',
  code: 'cannot_open',
  httpStatus: 400,
} as const;
