import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** One request as it came. */
export interface ReceivedAlert {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape
  readonly body: any;
}

export interface AlertReceiver {
  readonly url: string;
  /** Requests in the order in which they were whole. */
  readonly received: readonly ReceivedAlert[];
}

type Answer = (response: ServerResponse, place: number) => void;

/** A receiver of alerts on this computer, which answers its `place`th request as told, else 204. */
export async function startAlertReceiver(
  answer: Answer = (response) => response.writeHead(204).end(),
): Promise<AlertReceiver> {
  const received: ReceivedAlert[] = [];
  const server = createServer(async (request, response) => {
    response.on('error', () => {});
    const chunks = await request.toArray().catch(() => undefined);
    if (chunks === undefined) return;
    const { url: path = '', headers } = request;
    received.push({ path, headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
    answer(response, received.length - 1);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook/s3cret?token=s3cret`, received };
}
