import { membersOf } from '../../base/json/object.ts';
import type { RpcId } from '../json-rpc.ts';
import type { MessageWriter } from '../stdio/message-writer.ts';

/** Subscriptions to changes (2026-07-28, "Subscriptions"). */
export interface Subscriptions {
  /** Stays open until it is cancelled; of `wanted` only `toolsListChanged` is supported. */
  listen(id: RpcId, wanted: unknown, signal: AbortSignal): Promise<undefined>;
  /** Notifies every subscriber that the list of tools has changed. */
  notifyToolsChanged(): void;
}

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
export const TOOLS_CHANGED = 'notifications/tools/list_changed';

/** Makes the subscriptions of one session. */
export function createSubscriptions(writer: MessageWriter): Subscriptions {
  const subscribers = new Set<RpcId>();
  return {
    listen(id, wanted, signal) {
      const isSubscribed = membersOf(wanted)['toolsListChanged'] === true;
      if (isSubscribed) subscribers.add(id);
      const params = {
        _meta: { [SUBSCRIPTION]: id },
        notifications: isSubscribed ? { toolsListChanged: true } : {},
      };
      writer.send({ method: 'notifications/subscriptions/acknowledged', params });
      return new Promise((resolve) => {
        const end = (): void => {
          subscribers.delete(id);
          resolve(undefined);
        };
        signal.addEventListener('abort', end, { once: true });
      });
    },
    notifyToolsChanged() {
      for (const id of subscribers) {
        writer.send({ method: TOOLS_CHANGED, params: { _meta: { [SUBSCRIPTION]: id } } });
      }
    },
  };
}
