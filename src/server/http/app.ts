import type { Socket } from 'node:net';
import {
  type FastifyInstance,
  type FastifyReply,
  fastify,
  type onResponseHookHandler,
} from 'fastify';
import { createBodyMemory } from '../../base/net/body-memory.ts';
import { REQUEST_ID_HEADER } from '../../contract/header.ts';
import type { Doors } from './doors.ts';
import { IncomingRequest } from './incoming-request.ts';
import type { Log } from './log.ts';
import { NODE_OPTIONS, pathOf, routeMalformedRequests } from './malformed-requests.ts';
import { createOpenRequests } from './open-requests.ts';
import { requestIdFrom } from './request-id.ts';
import type { Route } from './route.ts';
import { sendRefusal, sendResponse } from './send-response.ts';
import { respondToConnect, respondToSocketError } from './socket-error.ts';
import { explainUnmatched } from './unmatched-request.ts';

interface AppOptions {
  readonly routes: readonly Route[];
  readonly log: Log;
  /** Where this server is reached, for links; known once it listens. */
  readonly baseUrl: () => string;
  readonly doors: Doors;
  /**
   * Checks the credential of a request that no route takes; rejects as any route would. Gives false
   * where none is asked for.
   */
  readonly admit: (path: string, authorization: string | undefined) => Promise<boolean>;
}

export interface App {
  readonly server: FastifyInstance;
  /** Ends every wait at once, and after a second the connections that are then still open. */
  stop(): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 900;
const PARAM_CHARS_MAX = 4096;

/** What large bodies that are on their way may hold; one sender's, as much as `fleet each` sends at once. */
const HELD_BYTES = { bytesMax: 128 * 1024 * 1024, senderBytesMax: 32 * 1024 * 1024 };

/** The HTTP shell around the routes: request ids, problem+json, long polls, the log. */
export function createApp(options: AppOptions): App {
  const calls = createOpenRequests();
  const bodies = createBodyMemory(HELD_BYTES);
  const refuse = (reply: FastifyReply, error: unknown, headers = {}): FastifyReply =>
    sendRefusal(reply, error, { baseUrl: options.baseUrl(), log: options.log, headers });
  const server = fastify({
    http: NODE_OPTIONS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: (request) => requestIdFrom(request.headers[REQUEST_ID_HEADER]),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: PARAM_CHARS_MAX, querystringParser: () => ({}) },
    frameworkErrors: (error, _request, reply) => refuse(reply, error),
    clientErrorHandler: (error, socket) => respondToSocketError(error, socket, options.baseUrl()),
  });
  // Routes read the body themselves, after the credential and the scope were checked.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  routeMalformedRequests(server);
  server.server.on('connect', (request, socket) =>
    respondToConnect(request, socket as Socket, options.baseUrl()),
  );
  server.setErrorHandler((error, _request, reply) => refuse(reply, error));
  server.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.url);
    const { headers: sent, socket } = request.raw;
    const address = socket.remoteAddress ?? null;
    try {
      const isAdmitted = await options.admit(path, sent.authorization);
      if (!isAdmitted) options.doors.countFailure(address);
    } catch (error) {
      throw options.doors.refuse(error, 'credential', address);
    }
    const { refusal, headers } = explainUnmatched(options.routes, request.method, path);
    return refuse(reply, refusal, headers);
  });
  // Not async, which would have each request wait for one turn more.
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (calls.stopping) reply.header('connection', 'close');
    done();
  });
  server.addHook('onResponse', responsesTo(options.log));
  for (const route of options.routes) {
    server.route({
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        const wait = calls.open(reply.raw);
        const incoming = new IncomingRequest(request, { route, bodies, wait });
        const { door = 'credential' } = route;
        options.doors.enter(door, incoming.address);
        try {
          return sendResponse(reply, await route.handle(incoming));
        } catch (error) {
          throw options.doors.refuse(error, door, incoming.address);
        }
      },
    });
  }

  async function stop(): Promise<void> {
    calls.stop();
    const late = setTimeout(() => server.server.closeAllConnections(), STOP_TIMEOUT_MS);
    await server.close();
    clearTimeout(late);
  }

  return { server, stop };
}

/** The route and not the URL, whose query may hold what somebody should not have put there. */
function responsesTo(log: Log): onResponseHookHandler {
  return (request, reply, done) => {
    log('info', 'request', {
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime),
    });
    done();
  };
}
