import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const NO_LOGIN = 0;
const NONE_OF_THEM = 0xff;

/** A SOCKS5 proxy (RFC 1928) whose tunnels end at `tunnelTo`; `needsLogin`: it takes nobody in. */
export async function serveSocks({
  needsLogin = false,
  reply = 0,
  tunnelTo = 'http://127.0.0.1:1',
}: {
  readonly needsLogin?: boolean;
  readonly reply?: number;
  readonly tunnelTo?: string;
}) {
  const asked: string[] = [];
  const proxy = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(Buffer.from([5, needsLogin ? NONE_OF_THEM : NO_LOGIN]));
      socket.once('data', (request) => {
        const end = 5 + (request[4] ?? 0);
        asked.push(`${request.subarray(5, end)}:${request.readUInt16BE(end)}`);
        socket.write(Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]));
        if (reply === 0) pipeTo(socket, new URL(tunnelTo));
      });
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  return { url: `socks5://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked };
}

function pipeTo(socket: Socket, { hostname, port }: URL): void {
  const target = connect(Number(port), hostname);
  target.on('error', () => socket.destroy());
  target.pipe(socket).pipe(target);
}
