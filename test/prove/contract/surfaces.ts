import { withoutMcpNotes } from '../../support/operations/without-mcp-notes.ts';
import type { ReceivedResponse, ScopeName, SentRequest, World } from './world.ts';

/** One call of an operation, as any surface can send it. */
export interface Call {
  readonly operation: string;
  readonly input: unknown;
  readonly scope: ScopeName;
  /** The version of MCP: with a handshake, or 2026-07-28. */
  readonly isModern: boolean;
  /** Sent along, so that records which name it are the same in every world. */
  readonly requestId: string;
}

/** What a surface said: the status that HTTP has or would have, and the body. */
export interface Verdict {
  readonly surface: string;
  readonly status: number;
  readonly body: unknown;
  /** What HTTP itself carried. */
  readonly sent: SentRequest;
  readonly received: ReceivedResponse;
}

/** How a resource route takes the input of an operation. */
export interface ResourceRoute {
  readonly method: string;
  readonly path: string;
  /** The query's parameters; undefined for a route with a body. */
  readonly parameters?: ReadonlySet<string>;
}

const MODERN = '2026-07-28';

function headersOf(world: World, { scope, requestId }: Call) {
  return {
    authorization: `Bearer ${world.keys[scope]}`,
    'content-type': 'application/json',
    'x-request-id': requestId,
  };
}

/** `POST /api/v1/tools/{name}`. */
export async function callByName(world: World, call: Call): Promise<Verdict> {
  const sent = {
    method: 'POST',
    path: `/api/v1/tools/${call.operation}`,
    headers: headersOf(world, call),
    body: JSON.stringify(call.input),
  };
  return overHttp('by name', sent, await world.send(sent));
}

/** The operation's resource route; undefined where a path or a query cannot say this input. */
export async function callByRoute(
  world: World,
  call: Call,
  route: ResourceRoute,
): Promise<Verdict | undefined> {
  const request = routeRequest(call.input, route);
  if (request === undefined) return undefined;
  const sent = { ...request, method: route.method, headers: headersOf(world, call) };
  return overHttp('by route', sent, await world.send(sent));
}

function overHttp(surface: string, sent: SentRequest, received: ReceivedResponse): Verdict {
  return { surface, status: received.status, body: parsed(received.text), sent, received };
}

function routeRequest(
  input: unknown,
  { path: template, parameters }: ResourceRoute,
): Pick<SentRequest, 'path' | 'body'> | undefined {
  const inPath = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    const isWhole = inPath.length === 0 && parameters === undefined;
    return isWhole ? { path: template, body: JSON.stringify(input) } : undefined;
  }
  const members = new Map(Object.entries(input));
  let path = template;
  for (const name of inPath) {
    const value = members.get(name);
    if (!isPathText(value)) return undefined;
    path = path.replace(`{${name}}`, () => encodeURIComponent(value));
    members.delete(name);
  }
  if (parameters === undefined) return { path, body: JSON.stringify(Object.fromEntries(members)) };
  const query = queryOf(members, parameters);
  if (query === undefined) return undefined;
  return { path: query.length === 0 ? path : `${path}?${new URLSearchParams(query)}` };
}

function isPathText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 300 && value.isWellFormed();
}

/** Parameters that have another name, or another form, than the member. */
function parameterOf(member: string, value: unknown): readonly [string, unknown] | undefined {
  if (member === 'wait_seconds') return ['wait', value];
  if (member === 'include_body') return value === true ? ['include', 'body'] : undefined;
  if (member === 'waiting') return value === true ? ['waiting', '1'] : undefined;
  return [member, value];
}

const NUMBERS: ReadonlySet<string> = new Set(['wait', 'limit', 'days', 'offset']);

function queryOf(
  members: ReadonlyMap<string, unknown>,
  parameters: ReadonlySet<string>,
): [string, string][] | undefined {
  const query: [string, string][] = [];
  for (const [member, given] of members) {
    const named = parameterOf(member, given);
    if (named === undefined || ROUTE_ONLY.has(member)) return undefined;
    const [name, value] = named;
    const isNumber = NUMBERS.has(name) && parameters.has(name);
    const text = isNumber ? numberText(value) : value;
    if (typeof text !== 'string' || !text.isWellFormed()) return undefined;
    query.push([name, text]);
  }
  return query;
}

/** Parameters of routes that are no members of an operation. */
const ROUTE_ONLY: ReadonlySet<string> = new Set(['wait', 'include', 'offset']);

function numberText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && !/^-?\d{1,15}$/.test(value) ? value : undefined;
}

/** `tools/call` at `POST /api/mcp`. */
export async function callOverMcp(world: World, call: Call): Promise<Verdict> {
  const { operation, input, isModern } = call;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: operation, arguments: input, ...(isModern ? { _meta } : {}) };
  const modern = {
    'mcp-protocol-version': MODERN,
    'mcp-method': 'tools/call',
    'mcp-name': operation,
  };
  const sent = {
    method: 'POST',
    path: '/api/mcp',
    headers: {
      ...headersOf(world, call),
      accept: 'application/json, text/event-stream',
      ...(isModern ? modern : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
  const received = await world.send(sent);
  return {
    surface: `MCP ${isModern ? MODERN : 'with handshake'}`,
    sent,
    received,
    ...mcpVerdict(received),
  };
}

function mcpVerdict({ status, contentType, text }: ReceivedResponse) {
  if (status !== 200) return { status, body: parsed(text) };
  const message = parsed(contentType?.startsWith('text/event-stream') ? lastData(text) : text) as {
    readonly result?: {
      readonly isError?: boolean;
      readonly structuredContent?: { readonly status?: number; readonly pending?: boolean };
    };
  };
  const noted = message.result?.structuredContent;
  // A failure must never be an error of JSON-RPC; what has no verdict agrees with nothing.
  if (noted === undefined) return { status: 0, body: message };
  const body = withoutMcpNotes(noted);
  if (message.result?.isError) return { status: body.status ?? 0, body };
  return { status: body.pending === true ? 202 : 200, body };
}

function lastData(text: string): string {
  const lines = text.split('\n').filter((line) => line.startsWith('data: {'));
  return lines.at(-1)?.slice('data: '.length) ?? '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
