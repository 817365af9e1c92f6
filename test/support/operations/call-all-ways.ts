import { type OPERATIONS, ROUTES } from '../../requirements.ts';
import { isOnPostgres } from '../postgres/test-database.ts';
import { runFleet } from '../run-fleet.ts';
import type { CallResponse, KeyName, TestServer } from '../test-server.ts';
import type { Input } from './sample-inputs.ts';
import { withoutMcpNotes } from './without-mcp-notes.ts';

export type OperationName = keyof typeof OPERATIONS;

interface Way {
  readonly name: string;
  readonly path: string;
  readonly method: string;
  readonly body?: Input;
}

/** Every way over HTTP to run the operation: `POST /tools/{name}`, and its resource route. */
export function httpRequestsFor(operation: OperationName, input: Input): readonly Way[] {
  const path = `/api/v1/tools/${operation}`;
  const byName = { name: `POST ${path}`, method: 'POST', path, body: input };
  const route = Object.entries(ROUTES).find(([, row]) => row.operation === operation);
  return route === undefined ? [byName] : [byName, routeWay(route[0], input)];
}

function routeWay(id: string, input: Input): Way {
  const [, method = ''] = id.split('-', 2);
  const template = id.slice(id.indexOf('/'));
  const rest = new Map(Object.entries(input));
  const path = template.replace(/\{(\w+)\}/g, (_, member: string) => {
    const value = rest.get(member);
    rest.delete(member);
    return encodeURIComponent(String(value));
  });
  const name = `${method} ${template}`;
  if (method === 'POST') return { name, method, path, body: Object.fromEntries(rest) };
  // The route that looks a command up calls its wait `wait`.
  const query = [...rest].map(([member, value]): [string, string] => [
    id.endsWith('/{command}') && member === 'wait_seconds' ? 'wait' : member,
    String(value),
  ]);
  const text = new URLSearchParams(query).toString();
  return { name, method, path: text === '' ? path : `${path}?${text}` };
}

/** What a way answered: status and body as HTTP has them. */
export interface WayAnswer extends Pick<CallResponse, 'status' | 'body'> {
  readonly way: string;
}

type Caller = (server: TestServer, input: Input, scope?: KeyName) => Promise<WayAnswer>;

/** The command takes one way for all operations, so that some of each class stand for the others. */
const BY_COMMAND: readonly OperationName[] = [
  'get_machine',
  'list_jobs',
  'get_job_artifact',
  'run_skill',
  'send_command',
  'delete_skill',
];

/**
 * Every way to run the operation: the two over HTTP, MCP, and of some `fleet cloud`. The command knows
 * nothing of the server's database, so that it is run on one of them only.
 */
export function callersOf(operation: OperationName): readonly Caller[] {
  const overHttp = httpRequestsFor(operation, {}).map((_, place): Caller => {
    return async (server, input, scope = 'admin') => {
      const way = httpRequestsFor(operation, input)[place];
      if (way === undefined) throw new Error(`${operation} has no way ${place}`);
      const { name, path, method, body } = way;
      const sent = body === undefined ? {} : { body };
      const answer = await server.call(path, { method, scope, ...sent });
      return { way: name, status: answer.status, body: answer.body };
    };
  });
  if (isOnPostgres()) return overHttp;
  const byCommand: Caller = (server, input, scope) =>
    callByCommand(server, operation, input, scope ?? 'admin');
  return [
    ...overHttp,
    (server, input, scope) => callOverMcp(server, operation, input, scope ?? 'admin'),
    ...(BY_COMMAND.includes(operation) ? [byCommand] : []),
  ];
}

/** The answers of all ways to run the operation, one after the other. */
export async function callAllWays(
  server: TestServer,
  operation: OperationName,
  input: Input,
  scope?: KeyName,
): Promise<readonly WayAnswer[]> {
  const answers: WayAnswer[] = [];
  for (const caller of callersOf(operation)) answers.push(await caller(server, input, scope));
  return answers;
}

/** A `tools/call` of the newer protocol version; a refusal is read from its structured content. */
async function callOverMcp(
  server: TestServer,
  operation: OperationName,
  input: Input,
  scope: KeyName,
): Promise<WayAnswer> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: operation, arguments: input, _meta };
  const { body } = await server.call('/api/mcp', {
    scope,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': operation,
    },
  });
  const { isError, structuredContent } = body.result;
  const answered = withoutMcpNotes(structuredContent);
  const accepted = answered.pending === true ? 202 : 200;
  return {
    way: `MCP ${operation}`,
    status: isError ? answered.status : accepted,
    body: answered,
  };
}

/** `fleet cloud OPERATION` as a child process; a refusal is read from its JSON form on stderr. */
async function callByCommand(
  server: TestServer,
  operation: OperationName,
  input: Input,
  scope: KeyName,
): Promise<WayAnswer> {
  const body = `--input=${JSON.stringify(input)}`;
  const { stdout, stderr } = await runFleet(
    ['cloud', operation, body, '--no-validate', '--yes', '--quiet', '--json'],
    { env: { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys[scope] } },
  );
  const way = `fleet cloud ${operation}`;
  if (stdout !== '') {
    const answered = JSON.parse(stdout);
    return { way, status: answered.pending === true ? 202 : 200, body: answered };
  }
  const { error } = JSON.parse(stderr);
  return { way, status: error.status, body: error };
}
