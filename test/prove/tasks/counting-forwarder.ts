import { type AddressInfo, connect, createServer } from 'node:net';

/** One address for a server that changes its own, which counts the requests that pass. */
export interface CountingForwarder {
  readonly baseUrl: string;
  /** When each MCP request came, in milliseconds since the epoch. */
  readonly requestedAt: readonly number[];
  close(): void;
}

/** Forwards each connection to where the server is then. */
export async function startForwarder(target: () => string): Promise<CountingForwarder> {
  const requestedAt: number[] = [];
  const server = createServer((client) => {
    const { hostname, port } = new URL(target());
    const upstream = connect(Number(port), hostname);
    client.on('data', (part) => {
      const requests = part.toString('latin1').split('POST /api/mcp ').length - 1;
      for (let at = 0; at < requests; at += 1) requestedAt.push(Date.now());
    });
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, requestedAt, close: () => void server.close() };
}
