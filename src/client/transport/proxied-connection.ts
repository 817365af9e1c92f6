import connect from 'undici/lib/api/api-connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import type { HttpConnection } from './http-connection.ts';
import { UNDICI_OPTIONS, UndiciConnection } from './undici-connection.ts';

/**
 * A connection to `origin` through `proxyUrl` (http, https, socks5): https is tunnelled with
 * CONNECT, plain http is forwarded. By undici, since Node 22.19 has no proxies of its own.
 */
export function openProxied(origin: string, proxyUrl: string): HttpConnection {
  const agent = new ProxyAgent({
    ...UNDICI_OPTIONS,
    uri: proxyUrl,
    connections: 1,
    // Only undici's index, which is not loaded, gives its clients the method that opens a tunnel.
    clientFactory: (target, options) => Object.assign(new Client(target, options), { connect }),
  });
  return new UndiciConnection(agent, origin);
}
