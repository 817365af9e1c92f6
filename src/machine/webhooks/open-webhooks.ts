import type { ListenAddress } from '../../base/net/listen-address.ts';
import type { Machine } from '../machine.ts';
import { hasSkillFolder } from '../skills/skill-folder.ts';
import type { Feed } from '../sync/feed.ts';
import type { ReceivedSync } from '../sync/sync-response.ts';
import { DeliveryFeed } from './delivery-feed.ts';
import { HostedInbox } from './hosted-inbox.ts';
import { openListener } from './listener.ts';

interface WebhookOptions {
  readonly machine: Machine;
  /** Where to listen; without it webhooks come through the server only. */
  readonly listen: ListenAddress | undefined;
  /** Called when there is something to report. */
  readonly changed: () => void;
}

/** Both ways on which webhooks come: the machine's own listener and the server's hosted URLs. */
export interface Webhooks {
  readonly feeds: readonly Feed[];
  /** The address of the listener; undefined where there is none. */
  readonly url: string | undefined;
  /** Accepts the webhooks and settings in the response to a sync. */
  onResponse(response: ReceivedSync): void;
  /** Accepts nothing more; resolves when everything accepted is on disk. */
  close(): Promise<void>;
}

/** Opens the listener, where `listen` is set, and the feeds. Throws `Failure` where the address cannot be used. */
export async function openWebhooks(options: WebhookOptions): Promise<Webhooks> {
  const { machine, listen, changed } = options;
  const { clock, deliveries, log, secrets, sealingKey, webhooks: receiver } = machine;
  const deliveryFeed = new DeliveryFeed({ clock, deliveries, scrub: secrets.scrub, log });
  const inbox = new HostedInbox({ keyPair: sealingKey, receiver, log, changed });
  const isSkill = (name: string) => hasSkillFolder(machine.folder.skills, name);
  const hosts = async () => (await machine.config.read()).config.webhook_hosts;
  const listener =
    listen && (await openListener({ ...listen, clock, receiver, hosts, isSkill, log }));
  if (listener) log.write(`listens for webhooks at ${listener.url}`);
  return {
    feeds: [deliveryFeed, inbox],
    url: listener?.url,
    onResponse({ store_payloads, hosted = [] }) {
      deliveryFeed.setStoresPayloads(store_payloads);
      inbox.receive(hosted);
    },
    async close() {
      await listener?.close();
      await inbox.close();
      await receiver.close();
    },
  };
}
