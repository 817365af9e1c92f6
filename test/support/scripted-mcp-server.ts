import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as the hosted server gets it. */
export interface ReceivedRequest {
  /** Method and path, as in `POST /api/mcp`. */
  readonly route: string;
  readonly headers: IncomingMessage['headers'];
  /** Empty for a request without a body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape
  readonly message: any;
  /** The message as it came. */
  readonly text: string;
  /** Which of the other end's connections it came on. */
  readonly connection: number | undefined;
  /** Whether the other end hung up before it was answered. */
  readonly hungUp: () => boolean;
}

export interface ScriptedMcpServer {
  readonly baseUrl: string;
  readonly arrived: readonly ReceivedRequest[];
  /** Calls of this tool that arrived. */
  callsOf(tool: string): readonly ReceivedRequest[];
  /** How tools are answered from now on. */
  answer: (arrived: ReceivedRequest, response: ServerResponse) => void;
  tools: readonly object[];
  /** Looks at every request first; true where it has answered it. */
  gate: (arrived: ReceivedRequest, response: ServerResponse) => boolean;
  /** Keeps whoever asks for the list waiting, until it is let go. */
  holdLists(hold: boolean): void;
  /** Connections that are open now. */
  connections(): Promise<number>;
  /** Breaks every connection and frees the port. */
  stop(): Promise<void>;
}

export const READ_TOOL = tool('get_thing', { readOnlyHint: true });
export const ACTING_TOOL = tool('do_thing', { readOnlyHint: false, destructiveHint: false });
export const DESTRUCTIVE_TOOL = tool('end_thing', { destructiveHint: true });

function tool(name: string, annotations: object): object {
  return { name, description: name, inputSchema: { type: 'object' }, annotations };
}

/** Answers a call as a good server does. */
export function answerCall({ message }: ReceivedRequest, response: ServerResponse): void {
  const result = { content: [{ type: 'text', text: 'fine' }], structuredContent: { fine: true } };
  sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export function sendProblem(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const type = { 'content-type': 'application/problem+json', 'x-request-id': 'req_odd' };
  const problem = {
    type: 'about:blank',
    title: `No: ${code}`,
    status,
    code,
    request_id: 'req_odd',
  };
  response.writeHead(status, { ...type, ...headers }).end(JSON.stringify(problem));
}

/** A hosted server that lists three tools and answers their calls as the test says. */
export async function startScriptedMcpServer(port = 0): Promise<ScriptedMcpServer> {
  const arrived: ReceivedRequest[] = [];
  let listing = Promise.resolve();
  let letGo = (): void => {};
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    let closed = false;
    response.on('close', () => {
      closed = !response.writableFinished;
    });
    const route = `${request.method} ${request.url}`;
    const message = text === '' ? {} : JSON.parse(text);
    const { headers, socket } = request;
    const connection = socket.remotePort;
    const seen = { route, headers, message, text, connection, hungUp: () => closed };
    arrived.push(seen);
    const { id, method } = seen.message;
    if (upstream.gate(seen, response)) return;
    if (method === 'tools/list') {
      await listing;
      sendJson(response, 200, { jsonrpc: '2.0', id, result: { tools: upstream.tools } });
    } else upstream.answer(seen, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(stop);
  const upstream: ScriptedMcpServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    callsOf: (name) => arrived.filter(({ message }) => message.params?.name === name),
    answer: answerCall,
    gate: () => false,
    tools: [READ_TOOL, ACTING_TOOL, DESTRUCTIVE_TOOL],
    holdLists(hold) {
      letGo();
      if (!hold) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      listing = promise;
      letGo = resolve;
    },
    stop,
    connections: () =>
      new Promise((resolve) => server.getConnections((_error, count) => resolve(count))),
  };
  return upstream;
}
