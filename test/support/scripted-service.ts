import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One operation of a catalogue that nobody has heard of. */
export interface ScriptedTool {
  readonly name: string;
  readonly input_schema: object | boolean;
  readonly description?: string;
  readonly scope?: string;
  readonly class?: unknown;
  readonly allowed?: boolean;
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What is answered: a body (text as it is, else JSON) with its status and headers. */
export interface ScriptedResponse {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ScriptedServiceOptions {
  readonly tools: readonly ScriptedTool[];
  /** Answers everything but the catalogue; undefined leaves the request unanswered. */
  readonly answer?: (
    request: SeenRequest,
  ) => ScriptedResponse | undefined | Promise<ScriptedResponse>;
}

/** A service with a catalogue and answers of the test's own, on the loopback. */
export async function startScriptedService(options: ScriptedServiceOptions) {
  const requests: SeenRequest[] = [];
  const state = { tools: options.tools, catalogueStatus: 200 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { headers, method = '', url = '' } = request;
    const seen = { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') };
    requests.push(seen);
    if (method === 'GET' && url.endsWith('/api/v1/tools')) {
      const body = { catalogue_version: 1, tools: state.tools };
      reply(response, { status: state.catalogueStatus, body });
      return;
    }
    const answer =
      options.answer === undefined ? { body: { done: true } } : await options.answer(seen);
    if (answer !== undefined) reply(response, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    /** Requests beside those for the catalogue. */
    calls: () => requests.filter(({ path }) => !path.endsWith('/api/v1/tools')),
    catalogueFetches: () => requests.filter(({ path }) => path.endsWith('/api/v1/tools')).length,
    offer(tools: readonly ScriptedTool[]) {
      state.tools = tools;
    },
    failCatalogue(status: number) {
      state.catalogueStatus = status;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type ScriptedService = Awaited<ReturnType<typeof startScriptedService>>;

/** A refusal as the specification writes it (RFC 9457). */
export function problemResponse(status: number, code: string, more: object = {}): ScriptedResponse {
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: {
      type: `https://service.example/errors/${code}`,
      title: `Title of ${code}`,
      status,
      detail: `Detail of ${code}`,
      code,
      request_id: 'req-1',
      ...more,
    },
  };
}

function reply(
  response: ServerResponse,
  { body, headers = {}, status = 200 }: ScriptedResponse,
): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-request-id': 'req-1',
    ...headers,
  });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
