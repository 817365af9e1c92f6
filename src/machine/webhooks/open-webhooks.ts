import type { ListenAddress } from '../../base/net/listen-address.ts';
import type { Machine } from '../machine.ts';
import type { Feed } from '../sync/feed.ts';
import type { ReceivedSync } from '../sync/sync-response.ts';
import { DeliveryFeed } from './delivery-feed.ts';
import { HostedInbox } from './hosted-inbox.ts';
import { openListener } from './listener.ts';

export interface WebhookOptions {
  readonly machine: Machine;
  /** Where to listen; without it webhooks come through the service only. */
  readonly listen: ListenAddress | undefined;
  /** Called when there is something to tell. */
  readonly changed: () => void;
}

/** The machine's ends of both ways on which webhooks come. */
export interface Webhooks {
  readonly feeds: readonly Feed[];
  /** The address of the listener, null where there is none. */
  readonly url: string | null;
  /** Takes what an answered sync brought. */
  answered(answer: ReceivedSync): void;
  /** Takes nothing new and resolves when what was being taken is on disk. */
  close(): Promise<void>;
}

/** Opens the listener, where one is wanted, and the feeds; throws `Failure` where it cannot. */
export async function openWebhooks(options: WebhookOptions): Promise<Webhooks> {
  const { machine, listen, changed } = options;
  const { clock, deliveries, log, secrets, sealingKey, webhooks: desk } = machine;
  const bodies = new DeliveryFeed({ deliveries, scrub: secrets.scrub, log });
  const hosted = new HostedInbox({ keyPair: sealingKey, desk, log, changed });
  const listener = listen && (await openListener({ ...listen, clock, desk, log }));
  if (listener) log.write(`listens for webhooks at ${listener.url}`);
  return {
    feeds: [bodies, hosted],
    url: listener?.url ?? null,
    answered({ store_payloads, hosted: brought = [] }) {
      bodies.answered(store_payloads);
      hosted.receive(brought);
    },
    async close() {
      await listener?.close();
      await hosted.settled();
      await desk.close();
    },
  };
}
