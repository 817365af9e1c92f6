import { isLoopback } from '../../base/net/loopback.ts';
import { Refusal } from '../refusal.ts';

interface OwnSite {
  readonly isPublic: boolean;
  /** Where the server says that it is reached. */
  readonly baseUrl: string;
}

/**
 * Refuses what a browser sends for another site (MCP, "Security Warning" of the HTTP transport): an
 * `Origin` that is not the server's own host and, on a server for this computer only, a `Host` that
 * is not this computer's. Throws `forbidden`.
 */
export function refuseForeignSite(
  headers: { readonly host?: string | undefined; readonly origin?: string | undefined },
  { isPublic, baseUrl }: OwnSite,
): void {
  const host = hostnameIn(`http://${headers.host ?? ''}`);
  const own = hostnameIn(baseUrl);
  if (!isPublic && !isOnThisComputer(host) && host !== own) throw foreignSite('Host', headers.host);
  if (headers.origin === undefined) return;
  const origin = hostnameIn(headers.origin);
  const isOwn =
    origin !== undefined &&
    (origin === own || (isPublic ? origin === host : isOnThisComputer(origin)));
  if (!isOwn) throw foreignSite('Origin', headers.origin);
}

function hostnameIn(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function isOnThisComputer(hostname: string | undefined): boolean {
  return hostname !== undefined && isLoopback(hostname);
}

function foreignSite(header: string, value: string | undefined): Refusal {
  const shown = JSON.stringify((value ?? '').slice(0, 100));
  return new Refusal('forbidden', `\`${header}\` is ${shown}, which is not a host of this server.`);
}
