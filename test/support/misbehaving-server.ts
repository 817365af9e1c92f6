import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What a server saw of one request. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The client's port, to tell connections apart. */
  readonly fromPort: number;
}

export interface MisbehavingServer {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** How many connections are open now. */
  readonly openConnections: () => number;
}

/** How one request is answered, or not. */
export type Behaviour = (response: ServerResponse, seen: Seen) => void;

/** A server on loopback whose n-th request meets the n-th behaviour; the last one stays. */
export async function serve(...behaviours: readonly Behaviour[]): Promise<MisbehavingServer> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const record: Seen = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
      fromPort: request.socket.remotePort ?? 0,
    };
    seen.push(record);
    const behaviour = behaviours[Math.min(seen.length, behaviours.length) - 1];
    behaviour?.(response, record);
  });
  let openConnections = 0;
  server.on('connection', (socket) => {
    openConnections += 1;
    socket.on('close', () => {
      openConnections -= 1;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, seen, openConnections: () => openConnections };
}

/** A whole answer. */
export function answers(
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): Behaviour {
  return (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** A refusal as the specification wants it. */
export function refuses(
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): Behaviour {
  const problem = {
    type: `https://fleet.example/problems/${code}`,
    title: `Title of ${code}`,
    status,
    detail: `Detail of ${code}`,
    code,
    request_id: 'srv-1',
  };
  return answers(status, JSON.stringify(problem), {
    'content-type': 'application/problem+json',
    'x-request-id': 'srv-1',
    ...headers,
  });
}

/** The connection ends without an answer. */
export const drops: Behaviour = (response) => {
  response.socket?.destroy();
};

/** The answer never comes. */
export const stalls: Behaviour = () => {};

/** The answer says it has more bytes than come before the connection ends. */
export const breaksOff: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"machines":[', () => response.socket?.destroy());
};

/** The answer begins and never ends. */
export const stallsInBody: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"machines":[');
};
