import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy that notes what it is asked; tunnels end at `tunnelTo`, or are refused with a status. */
export async function serveProxy(tunnelTo: string | number = 407) {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(
      `${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim(),
    );
    response.setHeader('content-type', 'application/json').end('{"through":"proxy"}');
  });
  proxy.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    socket.on('error', () => {});
    if (typeof tunnelTo === 'number') {
      socket.end(`HTTP/1.1 ${tunnelTo} No\r\n\r\n`);
      return;
    }
    const { hostname, port } = new URL(tunnelTo);
    const target = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked };
}
