import { isObject } from '../../base/json/object.ts';

/** A message for the SDK, and the part of it that the SDK must not see. */
export interface McpMessage {
  readonly body: unknown;
  /** Arguments of a tool's call that are no object. */
  readonly malformedArguments?: unknown;
}

/**
 * Takes arguments that are no object out of a call of a tool: the SDK would respond with a JSON-RPC
 * error, but wrong arguments are a result with `isError` (specification, "MCP endpoint").
 */
export function setMalformedArgumentsAside(body: unknown): McpMessage {
  if (!isObject(body) || body['method'] !== 'tools/call' || !isObject(body['params'])) {
    return { body };
  }
  const { arguments: given, ...params } = body['params'];
  if (given === undefined || isObject(given)) return { body };
  return { body: { ...body, params }, malformedArguments: given };
}
