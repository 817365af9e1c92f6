import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A place on the wire where something is kept back for ever, until whoever waits is killed. */
export type HoldPoint = 'ask request' | 'ask answer' | 'claim answer';

export interface HoldingProxy {
  readonly baseUrl: string;
  /** How many claims the server answered with a sealed value. */
  sealedAnswers(): number;
  /** How many requests for a secret reached the server. */
  asked(): number;
  /** Keeps the next such message back and calls `held`; a claim is held when it brings a value. */
  hold(point: HoldPoint, held: () => void): void;
  /** Holds nothing any more. */
  letPass(): void;
  close(): void;
}

/** Stands between one `fleet` and the real server. */
export async function startHoldingProxy(target: string): Promise<HoldingProxy> {
  const counts = { asked: 0, sealed: 0 };
  let holding: { readonly point: HoldPoint; readonly held: () => void } | undefined;

  function keeps(point: HoldPoint): boolean {
    if (holding?.point !== point) return false;
    const { held } = holding;
    holding = undefined;
    held();
    return true;
  }

  async function pass(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const body = await bytesOf(from);
    const isAsk = from.url?.endsWith('/secrets') === true;
    if (isAsk && keeps('ask request')) return;
    if (isAsk) counts.asked += 1;
    const answer = await forward(target, from, body);
    const isSealed = from.url?.endsWith('/claim') === true && answer.body.includes('"sealed":');
    if (isSealed) counts.sealed += 1;
    if (isAsk && keeps('ask answer')) return;
    if (isSealed && keeps('claim answer')) return;
    to.writeHead(answer.status, answer.headers);
    to.end(answer.body);
  }

  const server = createServer((from, to) => void pass(from, to).catch(() => to.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sealedAnswers: () => counts.sealed,
    asked: () => counts.asked,
    hold(point, held) {
      holding = { point, held };
    },
    letPass() {
      holding = undefined;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function forward(target: string, from: IncomingMessage, body: Buffer) {
  const { host: _, connection: __, ...headers } = from.headers;
  const { method } = from;
  const onward = request(`${target}${from.url}`, { headers, ...(method && { method }) });
  onward.end(body);
  const [answer] = (await once(onward, 'response')) as [IncomingMessage];
  return {
    status: answer.statusCode ?? 500,
    headers: { 'content-type': answer.headers['content-type'] ?? 'text/plain' },
    body: await bytesOf(answer),
  };
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
