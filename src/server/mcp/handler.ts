import {
  type AuthInfo,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  type McpHttpHandler,
  ProtocolError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { TASK_METHODS, TASKS_EXTENSION } from '../../contract/task/extension.ts';
import { OVER_MCP, WITH_TASKS } from '../catalogue/instructions.ts';
import type { Call } from '../catalogue/operation.ts';
import { SERVER_INFO } from './server-info.ts';
import type { HostedTasks } from './tasks/hosted-tasks.ts';
import type { McpMessage } from './tool-arguments.ts';
import type { Toolbox } from './toolbox.ts';

/** How long a client may keep the list of tools, which changes with the service's releases only. */
const LIST_TTL_MS = 300_000;

/** What is served: the tools, and their results on the way as tasks where there are some. */
interface Offered {
  readonly toolbox: Toolbox;
  readonly tasks?: HostedTasks | undefined;
}

/**
 * The MCP endpoint on the official SDK, stateless and with both kinds of protocol version
 * (2024-11-05 to 2025-11-25, and 2026-07-28). The caller was admitted before and is in `authInfo`.
 */
export function createHandler({ tasks, toolbox }: Offered): McpHttpHandler {
  return createMcpHandler(({ authInfo, era }) => {
    const { call, outside } = extraOf(authInfo);
    const cacheHint = { ttlMs: LIST_TTL_MS, cacheScope: 'private' } as const;
    // Who does not declare them sees nothing of tasks.
    const isTold = era === 'modern' && tasks !== undefined && outside.knowsTasks;
    const server = new Server(SERVER_INFO, {
      capabilities: { tools: {}, ...(isTold ? { extensions: { [TASKS_EXTENSION]: {} } } : {}) },
      instructions: isTold ? WITH_TASKS : OVER_MCP,
      cacheHints: { 'tools/list': cacheHint, 'server/discover': cacheHint },
    });
    server.setRequestHandler('tools/list', () => ({ tools: [...toolbox.list(call.caller)] }));
    const callTool = (name: string, context: ServerContext): Promise<CallToolResult> =>
      toolbox.call({
        ...call,
        signal: AbortSignal.any([call.signal, context.mcpReq.signal]),
        name,
        args: outside.toolArguments,
        ...requestFacts(context),
      });
    server.setRequestHandler('tools/call', ({ params }, context) => callTool(params.name, context));
    if (era === 'modern' && tasks !== undefined)
      serveTasks(server, { call, callTool, outside, tasks });
    return server;
  });
}

interface ServedTasks {
  readonly call: Call;
  readonly callTool: (name: string, context: ServerContext) => Promise<CallToolResult>;
  readonly outside: OutsideSdk;
  readonly tasks: HostedTasks;
}

const ANY_PARAMS = { params: z.looseObject({}) };

/** The methods of the extension, and a call that may give a handle. */
function serveTasks(server: Server, { call, callTool, outside, tasks }: ServedTasks): void {
  const request = { call, capabilities: outside.capabilities };
  for (const method of Object.values(TASK_METHODS)) {
    server.setRequestHandler(method, ANY_PARAMS, async () => {
      const outcome = await tasks.respond(request, method, outside.params);
      if ('result' in outcome) return outcome.result;
      const { code, data, message } = outcome.error;
      throw new ProtocolError(code, message, data);
    });
  }
  if (!outside.knowsTasks) return;
  // The SDK would take a handle for a result without content, and add some: its fallback adds nothing.
  server.removeRequestHandler('tools/call');
  server.fallbackRequestHandler = async ({ method, params }, context) => {
    const name = params?.['name'];
    if (method !== 'tools/call') throw new ProtocolError(METHOD_NOT_FOUND, 'Method not found');
    if (typeof name !== 'string') {
      throw new ProtocolError(
        INVALID_PARAMS,
        'Invalid tools/call request: `name` must be a string',
      );
    }
    return { ...(await tasks.handleFor(request, name, await callTool(name, context))) };
  };
}

const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

/** The metadata of a request of version 2026-07-28, which the SDK's types leave open. */
type Envelope = Readonly<Record<string, unknown>> | undefined;

function requestFacts({ mcpReq }: ServerContext) {
  return {
    progressToken: mcpReq._meta?.progressToken,
    clientCapabilities: (mcpReq.envelope as Envelope)?.[CLIENT_CAPABILITIES_META_KEY],
    notify: mcpReq.notify,
  };
}

/** What of a message does not go through the SDK. */
type OutsideSdk = Omit<McpMessage, 'body'>;

/** What the SDK hands through to the tools; the key itself is not in it. */
export function authInfoOf(call: Call, outside: OutsideSdk): AuthInfo {
  const { id, scope } = call.caller;
  return { token: '', clientId: id, scopes: [scope], extra: { call, outside } };
}

function extraOf(authInfo: AuthInfo | undefined): { call: Call; outside: OutsideSdk } {
  const extra = authInfo?.extra;
  if (extra?.['call'] === undefined) throw new Error('an MCP request without a caller');
  return extra as { call: Call; outside: OutsideSdk };
}
