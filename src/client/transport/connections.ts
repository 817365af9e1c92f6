import type { Environment } from '../../base/environment.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { AttemptResult, OutgoingRequest } from '../response.ts';
import { DirectConnection } from './direct-connection.ts';
import type { HttpConnection } from './http-connection.ts';
import { sendOnce } from './send-once.ts';

/**
 * Proxies and servers close connections that are idle, at the earliest after a second, which they may
 * count from a full second of their clock, and from before the response was here.
 */
const IDLE_MS_OF_ACTION = 500;

export interface Connections {
  send(request: OutgoingRequest): Promise<AttemptResult>;
  close(): void;
}

interface ConnectionsOptions {
  readonly origin: string;
  readonly environment: Environment;
  readonly clock: Clock;
  /** For a process that lives long and sends many requests. */
  readonly isForMany?: boolean;
  /** Called once, before the first connection is made and when all that it needs is loaded. */
  readonly beforeConnecting?: () => void;
}

interface Idle {
  readonly connection: HttpConnection;
  readonly since: number;
}

/**
 * Keep-alive connections to one origin, one request at a time on each, made when first used. An
 * action never goes out on one that was idle for half a second: if the other end closes it just then,
 * nobody knows whether the action ran, while a read is simply sent again.
 */
export function openConnections(options: ConnectionsOptions): Connections {
  const { clock } = options;
  const idle: Idle[] = [];
  const all = new Set<HttpConnection>();
  let { beforeConnecting } = options;
  const loaded = (): void => {
    beforeConnecting?.();
    beforeConnecting = undefined;
  };

  function takeIdle(isRead: boolean): HttpConnection | undefined {
    const latest = idle.pop();
    if (latest === undefined) return undefined;
    if (isRead) return latest.connection;
    const idleMs = clock.now() - latest.since;
    if (idleMs >= 0 && idleMs < IDLE_MS_OF_ACTION) return latest.connection;
    drop(latest.connection);
    return undefined;
  }

  async function openAnother(): Promise<HttpConnection> {
    const connection = await open(options, loaded);
    all.add(connection);
    return connection;
  }

  function drop(connection: HttpConnection): void {
    all.delete(connection);
    connection.close();
  }

  return {
    async send(request) {
      const connection = takeIdle(request.isRead) ?? (await openAnother());
      const attempt = await sendOnce(connection, request, clock);
      if (attempt.kind === 'answered') idle.push({ connection, since: clock.now() });
      else drop(connection);
      return attempt;
    },
    close() {
      idle.length = 0;
      for (const connection of all) drop(connection);
    },
  };
}

/** Through a proxy by undici, and so for many requests; else by what loads quickest. */
async function open(options: ConnectionsOptions, loaded: () => void): Promise<HttpConnection> {
  const { clock, environment, isForMany = false, origin } = options;
  const url = new URL(origin);
  const proxy = namesProxy(environment) ? await proxyOf(url, environment) : undefined;
  if (proxy !== undefined) {
    const { openProxied } = await import('./proxied-connection.ts');
    loaded();
    return openProxied(origin, proxy, clock);
  }
  if (!isForMany) return new DirectConnection(url, clock);
  const { openRepeated } = await import('./repeated-connection.ts');
  loaded();
  return openRepeated(origin);
}

/** Whether a variable names a proxy: only then it is worth loading what reads them. */
function namesProxy(environment: Environment): boolean {
  return ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].some(
    (name) => environment[name] || environment[name.toLowerCase()],
  );
}

async function proxyOf(url: URL, environment: Environment): Promise<string | undefined> {
  const { proxyFor } = await import('./proxy-address.ts');
  return proxyFor(url, environment);
}
