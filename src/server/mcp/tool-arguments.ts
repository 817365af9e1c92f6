import { isObject } from '../../base/json/object.ts';

/** A message for the SDK, and the part of it that the SDK must not see. */
export interface McpMessage {
  readonly body: unknown;
  /** The arguments of a tool's call as they were sent; none where they are left out or null. */
  readonly toolArguments?: unknown;
}

/**
 * Takes the arguments out of a call of a tool. For some that are no object the SDK would respond with
 * a JSON-RPC error, but wrong arguments are a result with `isError` (specification, "MCP endpoint");
 * and it drops a member called `__proto__`, which every other surface refuses as unknown.
 */
export function setArgumentsAside(body: unknown): McpMessage {
  if (!isObject(body) || body['method'] !== 'tools/call' || !isObject(body['params'])) {
    return { body };
  }
  const { arguments: toolArguments, ...params } = body['params'];
  return { body: { ...body, params }, toolArguments };
}
