import type { ServerResponse } from 'node:http';
import { type ReceivedRequest, sendJson, startScriptedMcpServer } from '../scripted-mcp-server.ts';
import { initialize, modernMeta, startBridge } from '../start-bridge.ts';

/** What a server takes; true where it has refused. */
export type Gate = (seen: ReceivedRequest, response: ServerResponse) => boolean;

/** What an assistant of each protocol version adds to a call. */
export const PROTOCOL_VERSIONS = [
  ['older', {}],
  ['newer', { _meta: modernMeta() }],
] as const;

/** The bridge in front of a server that answers calls which pass with the version they came in. */
export async function startGatedServer(gate: Gate) {
  const upstream = await startScriptedMcpServer();
  upstream.gate = gate;
  upstream.answer = ({ headers, message }, response) => {
    const structuredContent = { version: headers['mcp-protocol-version'] };
    const result = { content: [], structuredContent };
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
  };
  const bridge = startBridge({ env: { FLEET_BASE_URL: upstream.baseUrl, FLEET_API_KEY: 'key-1' } });
  await initialize(bridge);
  const call = async (more: object = {}) =>
    (await bridge.ask('tools/call', { name: 'do_thing', arguments: {}, ...more })).result;
  const sent = (method: string) =>
    upstream.arrived.filter(({ message }) => message.method === method);
  return { upstream, call, sent };
}

/** Refuses with an error of JSON-RPC. */
export function refuse(
  response: ServerResponse,
  status: number,
  code: number,
  data?: object,
): boolean {
  const error = { code, message: 'No', ...(data === undefined ? {} : { data }) };
  sendJson(response, status, { jsonrpc: '2.0', id: null, error });
  return true;
}
