import type { Dispatcher } from 'undici';
import type { Environment } from '../base/environment.ts';
import type { Clock } from '../base/time/clock.ts';
import { proxyFor } from './proxy-address.ts';
import type { AttemptResult, OutgoingRequest } from './response.ts';
import { sendOnce } from './send-once.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const RESPONSE_BYTES_MAX = 64 * 1024 * 1024;

export interface Connections {
  send(request: OutgoingRequest): Promise<AttemptResult>;
  close(): Promise<void>;
}

interface ConnectionsOptions {
  readonly origin: string;
  readonly environment: Environment;
  readonly clock: Clock;
}

/**
 * Keep-alive connections to one origin, one request at a time on each, loaded and opened when
 * first used. Certificates are checked as Node does everywhere (NODE_EXTRA_CA_CERTS included).
 */
export function openConnections({ origin, environment, clock }: ConnectionsOptions): Connections {
  const idle: Dispatcher[] = [];
  const busy = new Set<Dispatcher>();
  return {
    async send(request) {
      const connection = idle.pop() ?? (await connect(origin, environment));
      busy.add(connection);
      const attempt = await sendOnce(connection, request, clock);
      busy.delete(connection);
      if (attempt.kind === 'answered') idle.push(connection);
      else void connection.destroy();
      return attempt;
    },
    async close() {
      await Promise.all([...idle.splice(0), ...busy].map((connection) => connection.destroy()));
    },
  };
}

async function connect(origin: string, environment: Environment): Promise<Dispatcher> {
  const options = {
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxResponseSize: RESPONSE_BYTES_MAX,
    allowH2: false as const,
    // Not the experimental parser, whatever UNDICI_USE_MILO says.
    useMilo: false as const,
  };
  const proxy = proxyFor(new URL(origin), environment);
  if (proxy === undefined) {
    const { default: Client } = await import('undici/lib/dispatcher/client.js');
    return new Client(origin, options);
  }
  const { openProxy } = await import('./proxy.ts');
  return openProxy(proxy, options);
}
