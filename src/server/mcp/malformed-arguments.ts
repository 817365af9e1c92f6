type JsonObject = Readonly<Record<string, unknown>>;

/** A message for the SDK, and what of it the SDK is not to see. */
export interface McpMessage {
  readonly body: unknown;
  /** Arguments of a tool's call that are no object. */
  readonly oddArguments?: unknown;
}

/**
 * Sets arguments aside that are no object: the SDK would answer them with an error of JSON-RPC, but
 * what a tool cannot take is a result with `isError` (specification, "MCP endpoint").
 */
export function setMalformedArgumentsAside(body: unknown): McpMessage {
  if (!isObject(body) || body['method'] !== 'tools/call' || !isObject(body['params'])) {
    return { body };
  }
  const { arguments: oddArguments, ...params } = body['params'];
  if (oddArguments === undefined || isObject(oddArguments)) return { body };
  return { body: { ...body, params }, oddArguments };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
