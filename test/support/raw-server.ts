import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** What is done on the connection when a whole request has come: bytes to send, or anything else. */
export type RawBehaviour = string | Buffer | ((socket: Socket) => void);

export interface RawServer {
  readonly url: string;
  /** The heads of the requests, and where one came on. */
  readonly requests: { readonly head: string; readonly connection: number }[];
  /** The open sockets, in the order in which they were opened. */
  readonly sockets: readonly Socket[];
}

const REQUEST = /^([\s\S]*?\r\n)\r\n/;

/** A server on loopback that knows no HTTP: its n-th request meets the n-th behaviour; the last one stays. */
export async function serveRaw(...behaviours: readonly RawBehaviour[]): Promise<RawServer> {
  const requests: RawServer['requests'] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const connection = sockets.push(socket);
    let received = '';
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      const [whole = '', head] = REQUEST.exec(received) ?? [];
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(whole)?.[1] ?? 0);
      if (head === undefined || received.length < whole.length + length) return;
      received = received.slice(whole.length + length);
      requests.push({ head, connection });
      const behaviour = behaviours[Math.min(requests.length, behaviours.length) - 1];
      if (typeof behaviour === 'function') behaviour(socket);
      else if (behaviour !== undefined) socket.write(behaviour);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, sockets };
}
