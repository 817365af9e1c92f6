import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';
import { declaresTasks } from '../../contract/task/extension.ts';

/** A message for the SDK, and the part of it that the SDK must not see. */
export interface McpMessage {
  readonly body: unknown;
  /** The arguments of a tool's call as they were sent; none where they are left out or null. */
  readonly toolArguments?: unknown;
  /** The parameters as they were sent. */
  readonly params: JsonObject;
  /** The capabilities that came with it; none with a message of the versions with a handshake. */
  readonly capabilities: JsonObject;
  /** Whether they have tasks. */
  readonly knowsTasks: boolean;
}

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/**
 * Takes the arguments out of a call of a tool. For some that are no object the SDK would respond with
 * a JSON-RPC error, but wrong arguments are a result with `isError` (specification, "MCP endpoint");
 * and it drops a member called `__proto__`, which every other surface refuses as unknown.
 */
export function setArgumentsAside(body: unknown): McpMessage {
  const params = membersOf(membersOf(body)['params']);
  const capabilities = membersOf(membersOf(params['_meta'])[CAPABILITIES]);
  const aside = { params, capabilities, knowsTasks: declaresTasks(capabilities) };
  if (!isObject(body) || body['method'] !== 'tools/call' || !isObject(body['params'])) {
    return { body, ...aside };
  }
  const { arguments: toolArguments, ...others } = params;
  return { body: { ...body, params: others }, toolArguments, ...aside };
}
