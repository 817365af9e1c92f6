import type { JsonObject } from '../../base/json/object.ts';
import type { RpcId } from '../json-rpc.ts';
import type { MessageWriter } from '../stdio/message-writer.ts';

/** Subscriptions to changes (2026-07-28, "Subscriptions"). */
export interface Subscriptions {
  /** Stays open until it is cancelled, for `toolsListChanged` of what is wanted and for the given tasks. */
  listen(id: RpcId, wanted: JsonObject, listening: Listening): Promise<undefined>;
  /** Sends a notification to one subscriber. */
  notify(id: RpcId, method: string, params: JsonObject): void;
  /** Notifies every subscriber that the list of tools has changed. */
  notifyToolsChanged(): void;
}

interface Listening {
  readonly signal: AbortSignal;
  /** The tasks that there are of those that were asked for. */
  readonly taskIds: readonly string[];
}

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
export const TOOLS_CHANGED = 'notifications/tools/list_changed';

/** Makes the subscriptions of one session. */
export function createSubscriptions(writer: MessageWriter): Subscriptions {
  const subscribers = new Set<RpcId>();
  return {
    listen(id, wanted, { signal, taskIds }) {
      const isSubscribed = wanted['toolsListChanged'] === true;
      if (isSubscribed) subscribers.add(id);
      const params = {
        _meta: { [SUBSCRIPTION]: id },
        notifications: {
          ...(isSubscribed ? { toolsListChanged: true } : {}),
          ...(taskIds.length > 0 ? { taskIds } : {}),
        },
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
    notify(id, method, params) {
      writer.send({ method, params: { ...params, _meta: { [SUBSCRIPTION]: id } } });
    },
    notifyToolsChanged() {
      for (const id of subscribers) {
        writer.send({ method: TOOLS_CHANGED, params: { _meta: { [SUBSCRIPTION]: id } } });
      }
    },
  };
}
