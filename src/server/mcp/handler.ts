import {
  type AuthInfo,
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  type McpHttpHandler,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import manifest from '../../../package.json' with { type: 'json' };
import { INSTRUCTIONS } from '../catalogue/instructions.ts';
import type { Call } from '../catalogue/operation.ts';
import type { McpMessage } from './tool-arguments.ts';
import type { Toolbox } from './toolbox.ts';

/** How long a client may keep the list of tools, which changes with the service's releases only. */
const LIST_TTL_MS = 300_000;

/**
 * The MCP endpoint on the official SDK, stateless and with both kinds of protocol version
 * (2024-11-05 to 2025-11-25, and 2026-07-28). The caller was admitted before and is in `authInfo`.
 */
export function createHandler(toolbox: Toolbox): McpHttpHandler {
  return createMcpHandler(({ authInfo }) => {
    const { call, outside } = extraOf(authInfo);
    const cacheHint = { ttlMs: LIST_TTL_MS, cacheScope: 'private' } as const;
    const server = new Server(
      { name: 'fleet-cloud', title: 'Fleet Cloud', version: manifest.version },
      {
        capabilities: { tools: {} },
        instructions: INSTRUCTIONS,
        cacheHints: { 'tools/list': cacheHint, 'server/discover': cacheHint },
      },
    );
    server.setRequestHandler('tools/list', () => ({ tools: [...toolbox.list(call.caller)] }));
    server.setRequestHandler('tools/call', ({ params }, context) =>
      toolbox.call({
        ...call,
        signal: AbortSignal.any([call.signal, context.mcpReq.signal]),
        name: params.name,
        args: outside.toolArguments,
        ...requestFacts(context),
      }),
    );
    return server;
  });
}

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
