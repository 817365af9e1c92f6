import { type ScriptedMcpServer, startScriptedMcpServer } from '../scripted-mcp-server.ts';
import { type Frame, initialize, newHome, startBridge, type TestBridge } from '../start-bridge.ts';

export interface InitializedBridgeOptions {
  readonly args?: readonly string[];
  /** What the assistant says that it can do. */
  readonly capabilities?: object;
  /** The folders of the bridge; new ones without it. */
  readonly home?: string;
  readonly key?: string;
}

export interface InitializedBridge {
  readonly upstream: ScriptedMcpServer;
  readonly bridge: TestBridge;
  /** Calls a tool, with further parameters. */
  call(name: string, params?: object): Promise<Frame>;
}

/** A bridge that an assistant has initialized, in front of a scripted MCP server. */
export async function startInitializedBridge({
  args = [],
  capabilities = {},
  home = newHome(),
  key = 'key-1',
}: InitializedBridgeOptions = {}): Promise<InitializedBridge> {
  const upstream = await startScriptedMcpServer();
  const env = { FLEET_BASE_URL: upstream.baseUrl, FLEET_API_KEY: key };
  const bridge = startBridge({ env, args, home });
  await initialize(bridge, capabilities);
  const call = (name: string, params: object = {}) =>
    bridge.ask('tools/call', { name, arguments: {}, ...params });
  return { upstream, bridge, call };
}
