import Client from 'undici/lib/dispatcher/client.js';
import type { Clock } from '../../base/time/clock.ts';
import { connector } from './connector.ts';
import type { HttpConnection } from './http-connection.ts';
import { loginOf } from './proxy-login.ts';
import { socksTunnel } from './socks-tunnel.ts';
import { httpTunnel, type Tunnel } from './tunnel.ts';
import { UndiciConnection } from './undici-connection.ts';
import { UNDICI_OPTIONS } from './undici-options.ts';

/**
 * A connection to `origin` through `proxyUrl` (http, https, socks5): https is tunnelled with
 * CONNECT, plain http is forwarded. By undici, since Node 22.19 has no proxies of its own, but not by
 * its ProxyAgent, which does not tell whether the proxy or the service failed.
 */
export function openProxied(origin: string, proxyUrl: string, clock: Clock): HttpConnection {
  const proxy = new URL(proxyUrl);
  const isSocks = proxy.protocol.startsWith('socks');
  const connection =
    isSocks || origin.startsWith('https:')
      ? tunnelled(origin, isSocks ? socksTunnel(proxy) : httpTunnel(proxy, clock))
      : forwarded(origin, proxy);
  return { ...connection, proxy: proxy.host };
}

function tunnelled(origin: string, tunnel: Tunnel): HttpConnection {
  const client = new Client(origin, { ...UNDICI_OPTIONS, connect: tunnel.connect });
  const connection = new UndiciConnection(client, origin);
  return {
    begin: (request, events) => connection.begin(request, events),
    close() {
      connection.close();
      tunnel.close();
    },
  };
}

/** Each request goes to the proxy, with the whole URL in it (RFC 9112, 3.2.2). */
function forwarded(origin: string, proxy: URL): HttpConnection {
  const client = new Client(proxy.origin, { ...UNDICI_OPTIONS, connect: connector(proxy.host) });
  const connection = new UndiciConnection(client, proxy.origin);
  const { host } = new URL(origin);
  return {
    begin: ({ headers, path, ...request }, events) =>
      connection.begin(
        { ...request, path: origin + path, headers: { host, ...headers, ...loginOf(proxy) } },
        events,
      ),
    close: () => connection.close(),
  };
}
