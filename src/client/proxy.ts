import type { Dispatcher } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';

interface ProxyOptions {
  readonly connectTimeout: number;
  readonly maxResponseSize: number;
  readonly allowH2: false;
  readonly useMilo: false;
}

/**
 * A connection through `proxyUrl` (http, https, socks5): https is tunnelled with CONNECT, plain
 * http is forwarded. A module of its own, so that it is loaded only where a proxy is set.
 */
export function openProxy(proxyUrl: string, options: ProxyOptions): Dispatcher {
  return new ProxyAgent({
    ...options,
    uri: proxyUrl,
    connections: 1,
    // Only undici's index, which is not loaded, gives its clients the method that opens a tunnel.
    clientFactory: (origin, clientOptions) =>
      Object.assign(new Client(origin, clientOptions), { connect }),
  });
}
