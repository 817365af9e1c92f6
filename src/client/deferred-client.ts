import type { BaseUrl } from '../contract/base-url.ts';
import type { FleetClient } from './fleet-client.ts';

/**
 * A client whose key is still on its way: a request waits for it, and what needs no request does not.
 * Requests throw what `opening` rejects with.
 */
export function deferClient(baseUrl: BaseUrl, opening: Promise<FleetClient>): FleetClient {
  let opened: FleetClient | undefined;
  const client = opening.then((open) => {
    opened = open;
    return open;
  });
  // Where nothing is sent, nobody is told.
  client.catch(() => {});
  return {
    baseUrl,
    request: async (...request) => (await client).request(...request),
    callTool: async (...call) => (await client).callTool(...call),
    close: async () => opened?.close(),
  };
}
