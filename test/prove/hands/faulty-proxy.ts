import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { pickOne } from '../seeded-random.ts';

/** What a proxy does to a request that acts. */
const ACTION_FAULTS = [
  'cut before',
  'cut after',
  'cut within',
  'late',
  'slow',
  'busy',
  'bad gateway before',
  'bad gateway after',
  'answer doubled',
] as const;
/** What it does to one that reads; only such a request may be sent twice by a proxy (RFC 9110, 9.2.2). */
const READ_FAULTS = [
  'cut after',
  'late',
  'slow',
  'busy',
  'request doubled',
  'answer doubled',
] as const;

type Fault = (typeof ACTION_FAULTS)[number] | (typeof READ_FAULTS)[number];

export interface FaultyProxy {
  readonly baseUrl: string;
  /** How often each fault was met. */
  readonly met: ReadonlyMap<string, number>;
  /** Listens no more after so many further requests, and ends all connections then. */
  leaveAfter(requests: number): void;
  /** Resolves when the target has answered whatever was passed on, also for who has gone meanwhile. */
  settled(): Promise<void>;
  /** Listens again. */
  comeBack(): Promise<void>;
  close(): void;
}

interface FaultyProxyOptions {
  readonly target: string;
  /** From 0 to below 1, in the order of the requests. */
  readonly random: () => number;
  /** The share of requests that meet a fault. */
  readonly faultShare: number;
  /** Longer than the client waits. */
  readonly lateMs: number;
}

/** Stands between a client and the real server: it cuts, delays, refuses and doubles. */
export async function startFaultyProxy(options: FaultyProxyOptions): Promise<FaultyProxy> {
  const { lateMs, target } = options;
  const met = new Map<string, number>();
  const underWay = new Set<Promise<unknown>>();
  let requestsLeft = Number.POSITIVE_INFINITY;
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;

  async function listen(on: number): Promise<Server> {
    const listening = createServer((from, to) => {
      const passed = pass(from, to).catch(() => to.destroy());
      underWay.add(passed);
      void passed.then(() => underWay.delete(passed));
    });
    listening.listen(on, '127.0.0.1');
    await once(listening, 'listening');
    return listening;
  }

  async function pass(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const body = await bytesOf(from);
    const fault = faultOf(from, options);
    if (fault !== undefined) met.set(fault, (met.get(fault) ?? 0) + 1);
    requestsLeft -= 1;
    if (requestsLeft === 0) leave();
    if (fault === 'cut before') return void to.destroy();
    if (fault === 'bad gateway before') return badGateway(to);
    if (fault === 'busy') return busy(to);
    let answer = await forward(target, from, body);
    if (fault === 'request doubled') answer = await forward(target, from, body);
    if (fault === 'cut after') return void to.destroy();
    if (fault === 'bad gateway after') return badGateway(to);
    if (fault === 'slow') await passing(lateMs / 20);
    if (fault === 'late') await passing(lateMs);
    to.writeHead(answer.status, answer.headers);
    if (fault === 'cut within') {
      to.write(answer.body.subarray(0, answer.body.length / 2), () => to.destroy());
      return;
    }
    const { socket } = to;
    to.end(answer.body);
    if (fault === 'answer doubled') socket?.write(bytesOnWire(answer));
  }

  function leave(): void {
    server.close();
    server.closeIdleConnections();
  }

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    met,
    leaveAfter(requests) {
      requestsLeft = requests;
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    async comeBack() {
      requestsLeft = Number.POSITIVE_INFINITY;
      if (server.listening) return;
      server.closeAllConnections();
      server = await listen(port);
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function faultOf(
  { method }: IncomingMessage,
  { faultShare, random }: FaultyProxyOptions,
): Fault | undefined {
  if (random() >= faultShare) return undefined;
  return pickOne<Fault>(random, method === 'GET' ? READ_FAULTS : ACTION_FAULTS);
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

function forward(target: string, from: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { connection: _, host: __, ...headers } = from.headers;
    const to = request(`${target}${from.url}`, { method: from.method ?? 'GET', headers });
    to.on('error', reject);
    to.on('response', async (response) => {
      const { 'content-type': type = '', 'x-request-id': id = '' } = response.headers;
      const bytes = await bytesOf(response);
      resolve({
        status: response.statusCode ?? 502,
        headers: {
          'content-type': type,
          'x-request-id': String(id),
          'content-length': String(bytes.length),
        },
        body: bytes,
      });
    });
    to.end(body);
  });
}

function bytesOnWire({ body, headers, status }: Answer): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} OK\r\n${lines.join('')}\r\n`), body]);
}

function badGateway(to: ServerResponse): void {
  to.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
}

function busy(to: ServerResponse): void {
  const problem = { type: 'about:blank', title: 'Too many', status: 429, code: 'rate_limited' };
  const headers = { 'content-type': 'application/problem+json', 'retry-after': '1' };
  to.writeHead(429, headers).end(JSON.stringify(problem));
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function passing(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}
