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
  query: z.string().default(''),
  address: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  body: z.base64url(),
});

/** So many are taken until the server knows of them; it hands the others out again. */
const HELD_MAX = 100;

/** All of a request but its body; a listener takes 16 KiB. What is longer is no request. */
const HEAD_CHARS_MAX = 64 * 1024;

interface HostedInboxOptions {
  readonly keyPair: KeyPair;
  readonly receiver: DeliveryReceiver;
  readonly log: { write(message: string): void };
  /** Called when there is a delivery to report as collected. */
  readonly changed: () => void;
}

/** Collects the webhooks that hosted URLs received: opens each, passes it on, and reports it as collected. */
export class HostedInbox implements Feed {
  readonly #options: HostedInboxOptions;
  readonly #opening = new Map<string, Promise<void>>();
  readonly #collected = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(options: HostedInboxOptions) {
    this.#options = options;
  }

  /**
   * Accepts the deliveries in the response to a sync, one after the other; one that was accepted before is
   * ignored, and what is too much.
   */
  receive(hosted: readonly HostedDelivery[]): void {
    for (const delivery of hosted) {
      const { id } = delivery;
      if (this.#opening.has(id) || this.#collected.has(id)) continue;
      if (this.#isStopped || this.#opening.size + this.#collected.size >= HELD_MAX) break;
      const opening = this.#last
        .then(() => this.#accept(delivery))
        .catch((error: unknown) => {
          this.#options.log.write(`hosted delivery ${id} could not be stored: ${String(error)}`);
        })
        .finally(() => this.#opening.delete(id));
      this.#opening.set(id, opening);
      this.#last = opening;
    }
  }

  async collect(): Promise<FeedPart | undefined> {
    const ids = [...this.#collected];
    if (ids.length === 0) return undefined;
    return {
      part: { collected: ids },
      acknowledge: () => {
        for (const id of ids) this.#collected.delete(id);
      },
    };
  }

  /** Accepts nothing more, and drops what it has not begun with; resolves when the rest is stored. */
  async close(): Promise<void> {
    this.#isStopped = true;
    await this.#last;
  }

  async #accept(hosted: HostedDelivery): Promise<void> {
    if (this.#isStopped) return;
    const { receiver, changed } = this.#options;
    const request = this.#open(hosted);
    const incoming: IncomingWebhook = {
      via: 'ingress',
      delivery: hosted.id,
      skill: hosted.skill,
      receivedAt: hosted.received_at,
      path: request?.path ?? '/in',
      query: request?.query ?? '',
      address: request?.address ?? null,
      headers: request?.headers ?? {},
      body: request === undefined ? undefined : Buffer.from(request.body, 'base64url'),
    };
    const received = await receiver.receive(incoming, {
      id: `hook-${hosted.id}`,
      ...(request === undefined ? { decision: UNREADABLE } : {}),
    });
    // The server keeps it, and sends it again.
    if (received === undefined) return;
    // Reported only now that it is on disk, since the server then deletes it.
    this.#collected.add(hosted.id);
    changed();
  }

  #open(hosted: HostedDelivery) {
    try {
      const text = open(fromBase64url(hosted.sealed), this.#options.keyPair);
      const request = hostedRequest.parse(JSON.parse(Buffer.from(text).toString('utf8')));
      const { body: _body, ...head } = request;
      return JSON.stringify(head).length <= HEAD_CHARS_MAX ? request : undefined;
    } catch {
      return undefined;
    }
  }
}

/** What cannot be opened now can never be opened, so it counts as collected. */
const UNREADABLE = {
  outcome: 'rejected',
  reason: 'it is not sealed to the key of this machine, or was altered',
  code: 'cannot_open',
  httpStatus: 400,
} as const;
