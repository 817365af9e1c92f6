import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { EXPIRED_KEY } from './test-certificate.ts';

/** The address of an https server with this certificate, which belongs to `EXPIRED_KEY`. */
export async function serveTls(cert: string): Promise<string> {
  const server = createServer({ key: EXPIRED_KEY, cert }, (_request, response) => response.end());
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
