import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf } from '../../base/errors.ts';
import { type BodyMemory, createBodyMemory, type OpenBody } from '../../base/net/body-memory.ts';
import { readBoundedBody } from '../../base/net/bounded-body.ts';
import { isLoopback } from '../../base/net/loopback.ts';
import { networkOf } from '../../base/net/network-of.ts';
import type { Clock } from '../../base/time/clock.ts';
import { Failure } from '../../contract/failure.ts';
import { REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import type { DeliveryReceiver } from './delivery-receiver.ts';
import type { IncomingWebhook } from './incoming-webhook.ts';
import { createMinuteLimit, type MinuteLimit } from './minute-limit.ts';
import { foreignHeader } from './own-site.ts';

/** Largest body that is accepted, in bytes. */
const BODY_BYTES_MAX = 1024 * 1024;

/** What large bodies that are on their way may hold; a tunnel gives all senders one address. */
const HELD_BYTES = { bytesMax: 64 * 1024 * 1024, senderBytesMax: 64 * 1024 * 1024 };

/** How long a sender may take for its request. */
const REQUEST_MS = 30_000;

/** How long the requests that are open at the end may take; Node limits them no more by then. */
const CLOSE_MS = 1000;

/** When a sender may try again where too much waits on the machine. */
const FULL_RETRY_SECONDS = 60;

const HOOK_PATH = /^\/hooks\/([a-z0-9][a-z0-9-]{0,63})$/;

interface ListenerOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly clock: Clock;
  readonly receiver: DeliveryReceiver;
  /** Names besides its own under which the listener is reached, as of now. */
  readonly hosts: () => Promise<readonly string[]>;
  /** Whether there is a skill of that name, valid or not. */
  readonly isSkill: (name: string) => Promise<boolean>;
  readonly log: { write(message: string): void };
}

interface OpenListener extends ListenerOptions {
  readonly limit: MinuteLimit;
  readonly bodies: BodyMemory;
  /** Whether it takes no webhook any more, also none that is on its way. */
  isOver: boolean;
}

interface Listener {
  readonly url: string;
  /** Accepts no new request; resolves when none is open any more. Those that are not whole in a second are ended. */
  close(): Promise<void>;
}

/** Listens for webhooks at `POST /hooks/<skill>`. Throws `Failure` where it cannot listen at the address. */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const { clock, host, port, log, receiver } = options;
  const limit = createMinuteLimit(REQUESTS_PER_MINUTE);
  const bodies = createBodyMemory(HELD_BYTES);
  const open: OpenListener = { ...options, limit, bodies, isOver: false };
  const server = createServer((request, response) => {
    handleRequest(open, request, response).catch((error: unknown) => {
      log.write(`a webhook could not be received: ${String(error)}`);
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { error: 'internal' });
    });
  });
  server.requestTimeout = REQUEST_MS;
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw cannotListen(`${host}:${port}`, error);
  }
  const { address, family, port: usedPort } = server.address() as AddressInfo;

  /** What was received is responded to first, or its sender would send it again. */
  async function endConnections(): Promise<void> {
    open.isOver = true;
    await receiver.close();
    server.closeAllConnections();
  }

  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${usedPort}/hooks/`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      const cancel = clock.after(CLOSE_MS, () => void endConnections());
      await closed;
      cancel();
    },
  };
}

async function handleRequest(
  options: OpenListener,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { bodies, clock } = options;
  // Where the sender leaves meanwhile, the request has no socket any more.
  const address = request.socket.remoteAddress ?? null;
  const [path = '', ...afterPath] = (request.url ?? '').split('?');
  const skill = HOOK_PATH.exec(path)?.[1];
  if (skill === undefined) return sendJson(response, 404, { error: 'not_found' });
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return sendJson(response, 405, { error: 'method_not_allowed' });
  }
  const site = { isLocal: isLoopback(options.host), hosts: await options.hosts() };
  const foreign = foreignHeader(request.headers, site);
  if (foreign !== undefined) return sendForeign(response, foreign);
  const waitSeconds = await secondsToWait(options, address, skill);
  if (waitSeconds > 0) return sendTooMany(response, waitSeconds);
  const receivedAt = new Date(clock.now()).toISOString();
  const query = afterPath.join('?');
  const memory = bodies.begin({ sender: address ?? '', group: networkOf(address ?? '') });
  try {
    const webhook = { skill, receivedAt, path, query, address, headers: headersOf(request) };
    await receiveWebhook(options, webhook, { request, response, memory });
  } finally {
    memory.end();
  }
}

interface HeardRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly memory: OpenBody;
}

async function receiveWebhook(
  options: OpenListener,
  webhook: Omit<IncomingWebhook, 'via' | 'delivery' | 'body'>,
  { request, response, memory }: HeardRequest,
): Promise<void> {
  const read = await readBoundedBody(request, { bytesMax: BODY_BYTES_MAX, memory });
  if (options.isOver || read === 'no_room') return sendTooMany(response, FULL_RETRY_SECONDS);
  const body = read === 'too_large' ? undefined : read;
  const incoming = { ...webhook, via: 'http', delivery: null, body } as const;
  const received = await options.receiver.receive(incoming);
  if (received === undefined) return sendTooMany(response, FULL_RETRY_SECONDS);
  const { report } = received;
  sendJson(response, report.http_status, {
    delivery: report.machine_delivery_id,
    outcome: report.outcome,
    ...(report.code === null ? {} : { code: report.code, reason: report.reason }),
  });
}

/** One sender may post to one skill as often as a key may ask the service, and so to all unknown ones. */
async function secondsToWait(
  { clock, isSkill, limit }: OpenListener,
  address: string | null,
  skill: string,
): Promise<number> {
  const name = (await isSkill(skill)) ? skill : '';
  return limit.take(`${networkOf(address ?? '')} ${name}`, clock.now());
}

function sendForeign(response: ServerResponse, header: string): void {
  // The body is not read.
  response.setHeader('connection', 'close');
  sendJson(response, 403, { error: 'forbidden', reason: `${header} is not of this machine` });
}

function sendTooMany(response: ServerResponse, waitSeconds: number): void {
  // The body is not read.
  response.setHeader('connection', 'close');
  response.setHeader('retry-after', String(waitSeconds));
  sendJson(response, 429, { error: 'rate_limited' });
}

function headersOf({ headers }: IncomingMessage): IncomingWebhook['headers'] {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function cannotListen(place: string, cause: unknown): Failure {
  const reason = messageOf(cause);
  return new Failure(
    'local',
    {
      code: 'cannot_listen',
      title: 'The machine cannot listen for webhooks',
      detail: `${place}: ${reason}`,
      next: [{ step: 'choose_listen_address' }],
    },
    { cause },
  );
}
