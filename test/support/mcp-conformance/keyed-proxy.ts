import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy on the loopback that adds the key, for clients that cannot send one; gives its URL. */
export async function startKeyedProxy(target: string, key: string): Promise<string> {
  const { hostname, port } = new URL(target);
  const proxy = createServer((incoming, outgoing) => {
    const { headers, method, url: path } = incoming;
    const onward = request(
      { hostname, port, path, method, headers: { ...headers, authorization: `Bearer ${key}` } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
