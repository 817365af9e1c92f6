import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a database over which connections are refused or go quiet. */
export interface FaultyLink {
  readonly port: number;
  /** Ends its connections and refuses new ones. */
  refuse(): Promise<void>;
  /** Loses every byte from now on, also of new connections. */
  drop(): void;
  /** Passes everything on again; connections that lost bytes are ended. */
  repair(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a link to a port of the loopback. */
export async function startFaultyLink(targetPort: number): Promise<FaultyLink> {
  const sockets = new Set<Socket>();
  let drops = false;
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;

  async function listen(on: number): Promise<Server> {
    const listening = createServer(join).listen(on, '127.0.0.1');
    await once(listening, 'listening');
    return listening;
  }

  function join(near: Socket): void {
    const far = connect(targetPort, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => sockets.delete(from) && to.destroy());
      from.on('data', (bytes) => drops || to.write(bytes));
    }
  }

  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }

  async function refuse(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    cut();
    await closed;
  }

  return {
    port,
    refuse,
    drop() {
      drops = true;
    },
    async repair() {
      if (drops) cut();
      drops = false;
      if (!server.listening) server = await listen(port);
    },
    close: refuse,
  };
}
