import { membersOf } from '../../base/json/object.ts';
import type { RpcId } from '../json-rpc.ts';
import type { MessageWriter } from '../stdio/message-writer.ts';

/** Who wants to be told of changes, where that is asked for (2026-07-28, "Subscriptions"). */
export interface Subscriptions {
  /** Stays open until it is cancelled; tells what is asked for in `wanted`, as far as there is any. */
  listen(id: RpcId, wanted: unknown, signal: AbortSignal): Promise<undefined>;
  /** Tells each of them that the list of tools has changed. */
  tellToolsChanged(): void;
}

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
export const TOOLS_CHANGED = 'notifications/tools/list_changed';

export function createSubscriptions(output: MessageWriter): Subscriptions {
  const listeners = new Set<RpcId>();
  return {
    listen(id, wanted, signal) {
      const isTold = membersOf(wanted)['toolsListChanged'] === true;
      if (isTold) listeners.add(id);
      const params = {
        _meta: { [SUBSCRIPTION]: id },
        notifications: isTold ? { toolsListChanged: true } : {},
      };
      output.send({ method: 'notifications/subscriptions/acknowledged', params });
      return new Promise((resolve) => {
        const end = (): void => {
          listeners.delete(id);
          resolve(undefined);
        };
        signal.addEventListener('abort', end, { once: true });
      });
    },
    tellToolsChanged() {
      for (const id of listeners) {
        output.send({ method: TOOLS_CHANGED, params: { _meta: { [SUBSCRIPTION]: id } } });
      }
    },
  };
}
