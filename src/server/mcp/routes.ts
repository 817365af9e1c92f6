import { LARGE_BODY_BYTES_MAX } from '../../contract/limits.ts';
import { admit } from '../access/admit.ts';
import type { Caller } from '../access/caller.ts';
import type { Call } from '../catalogue/operation.ts';
import { SERVER_STOPS } from '../http/open-requests.ts';
import type { Route, RouteRequest, RouteResponse } from '../http/route.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { refuseForeignSite } from './origin-check.ts';
import type { HostedTasks } from './tasks/hosted-tasks.ts';
import { isTaskListening, listenToTasks } from './tasks/listen.ts';
import { type McpMessage, setArgumentsAside } from './tool-arguments.ts';
import type { Toolbox } from './toolbox.ts';

const MCP_PATH = '/api/mcp';

interface McpOptions {
  readonly toolbox: Toolbox;
  /** Results on their way as tasks of MCP; none without it. */
  readonly tasks?: HostedTasks;
  /** Whether the server is reached from beyond this computer, under names that it does not know. */
  readonly isPublic: boolean;
}

/**
 * `POST /api/mcp`, one JSON-RPC message a request, and `DELETE`, which ends a session that there
 * never was. What the service refuses before a tool runs is problem+json as on any route.
 */
export function mcpRoutes(service: Service, options: McpOptions): readonly Route[] {
  let loading: Promise<Endpoint> | undefined;
  // The SDK is loaded with the first message: a server that speaks no MCP starts without it.
  const endpoint = () => {
    loading ??= loadEndpoint(options);
    return loading;
  };
  const site = () => ({ isPublic: options.isPublic, baseUrl: service.baseUrl() });
  return [
    {
      method: 'POST',
      path: MCP_PATH,
      bodyBytesMax: LARGE_BODY_BYTES_MAX,
      async handle(incoming) {
        refuseForeignSite(incoming.headers, site());
        const caller = await admit(service, incoming.authorization);
        const { requestId, signal } = incoming;
        const call = { service, caller, requestId, signal };
        return respondToMessage(await endpoint(), call, incoming);
      },
    },
    {
      method: 'DELETE',
      path: MCP_PATH,
      async handle({ authorization, headers }) {
        refuseForeignSite(headers, site());
        await admit(service, authorization);
        return { status: 200, body: {} };
      },
    },
  ];
}

/** The SDK's handler, given a message and who sent it. */
type Endpoint = (request: Request, call: Call, message: McpMessage) => Promise<Response>;

async function loadEndpoint({ tasks, toolbox }: McpOptions): Promise<Endpoint> {
  const { authInfoOf, createHandler } = await import('./handler.ts');
  const { fetch } = createHandler({ tasks, toolbox });
  return async (request, call, message) => {
    const { body, ...aside } = message;
    const response = await fetch(request, { authInfo: authInfoOf(call, aside), parsedBody: body });
    const isListening = response.headers.get('content-type') === 'text/event-stream';
    if (tasks === undefined || !isListening || !isTaskListening(message)) return response;
    // Without the ids, which it does not know, the SDK has acknowledged a listening to nothing.
    await response.body?.cancel();
    return listenToTasks(tasks, { call, capabilities: message.capabilities }, message);
  };
}

async function respondToMessage(
  endpoint: Endpoint,
  call: Call,
  incoming: RouteRequest,
): Promise<RouteResponse> {
  const { headers } = incoming;
  const accept = requireBothTypes(headers['accept']);
  const message = await readMessage(incoming, call.caller);
  if ('error' in message) return { status: 400, body: message.error };
  const request = new Request(`http://localhost${MCP_PATH}`, {
    method: 'POST',
    headers: headersForSdk({ ...headers, accept }),
    signal: hangUpOf(call.signal),
  });
  return routeResponseOf(await endpoint(request, call, message));
}

/**
 * Aborts when the client disconnects, and not when the server stops: the SDK would end the response,
 * where the call still responds with what is pending.
 */
function hangUpOf(signal: AbortSignal): AbortSignal {
  const hangUp = new AbortController();
  const onAbort = () => {
    if (signal.reason !== SERVER_STOPS) hangUp.abort(signal.reason);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return hangUp.signal;
}

/** One message; a batch and what is no JSON are errors of JSON-RPC, which a client understands. */
async function readMessage(
  incoming: RouteRequest,
  caller: Caller,
): Promise<McpMessage | { error: object }> {
  try {
    const body = await incoming.readBody(caller);
    return Array.isArray(body)
      ? { error: rpcError(-32600, 'A batch is not accepted: send one message a request.') }
      : setArgumentsAside(body);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid_json') throw error;
    return { error: rpcError(-32700, error.message) };
  }
}

function rpcError(code: number, message: string): object {
  return { jsonrpc: '2.0', id: null, error: { code, message } };
}

/** The key stays behind: the SDK has no use for it. */
function headersForSdk(headers: RouteRequest['headers']): Headers {
  const strings = Object.entries(headers).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[0] !== 'authorization',
  );
  return new Headers(strings);
}

function routeResponseOf(response: Response): RouteResponse {
  const { body } = response;
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    ...(body === null ? {} : { stream: body }),
  };
}
const RESPONSE_TYPES = ['application/json', 'text/event-stream'] as const;
/**
 * The `Accept` header as the SDK wants it, which knows the two types by their full names only. Any
 * of them may be answered with, so that both have to be accepted: by name, by a range, or by
 * no header at all.
 * Throws `Refusal` `invalid_request` (406).
 */
function requireBothTypes(accept: string | undefined): string {
  const ranges = (accept ?? '*/*').split(',').map((range) => (range.split(';', 1)[0] ?? '').trim());
  const isAccepted = (type: string) =>
    ranges.some((range) =>
      [type, `${type.split('/', 1)[0]}/*`, '*/*'].includes(range.toLowerCase()),
    );
  if (RESPONSE_TYPES.every(isAccepted)) return RESPONSE_TYPES.join(', ');
  throw new Refusal(
    'invalid_request',
    `\`Accept\` is ${JSON.stringify(accept)}; a response here is ${RESPONSE_TYPES.join(' or ')}, and both must be accepted.`,
    { status: 406 },
  );
}
