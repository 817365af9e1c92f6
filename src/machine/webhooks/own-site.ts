import { isLoopback } from '../../base/net/loopback.ts';

interface RequestHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
}

interface Site {
  /** Whether the listener takes requests of this computer only. */
  readonly isLocal: boolean;
  /** Names under which a proxy on this computer hands requests on (`webhook_hosts` in fleet.yaml). */
  readonly hosts: readonly string[];
}

/**
 * Which header shows that a web page in a browser sends a request; undefined where none does. A
 * browser names the page's `Origin` with every POST and no sender of webhooks does. Where a page has
 * its own name lead to this computer (DNS rebinding), the `Host` is foreign.
 */
export function foreignHeader(
  { host, origin }: RequestHeaders,
  { hosts, isLocal }: Site,
): 'Origin' | 'Host' | undefined {
  if (origin !== undefined) return 'Origin';
  if (!isLocal) return undefined;
  const name = hostnameIn(host ?? '');
  return name !== undefined && (isLoopback(name) || hosts.includes(name)) ? undefined : 'Host';
}

function hostnameIn(host: string): string | undefined {
  return URL.parse(`http://${host}`)?.hostname;
}
