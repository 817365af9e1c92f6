import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';
import { declaresTasks } from '../../contract/task/extension.ts';
import { Refusal } from '../refusal.ts';

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

/** Of a message beside a tool's arguments: the SDK looks at each several times. Listening may name 1,000 tasks. */
const VALUES_MAX = 2000;

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/**
 * Takes the arguments out of a call of a tool. For some that are no object the SDK would respond with
 * a JSON-RPC error, but wrong arguments are a result with `isError` (specification, "MCP endpoint");
 * and it drops a member called `__proto__`, which every other surface refuses as unknown.
 * Throws `Refusal` `invalid_request` where so much is beside them that the SDK would take long.
 */
export function setArgumentsAside(body: unknown): McpMessage {
  const params = membersOf(membersOf(body)['params']);
  const capabilities = membersOf(membersOf(params['_meta'])[CAPABILITIES]);
  const aside = { params, capabilities, knowsTasks: declaresTasks(capabilities) };
  if (!isObject(body) || body['method'] !== 'tools/call' || !isObject(body['params'])) {
    requireFewValues(body);
    return { body, ...aside };
  }
  requireFewValues(body, params);
  const { arguments: toolArguments, ...others } = params;
  return { body: { ...body, params: others }, toolArguments, ...aside };
}

/** Counts before anything is copied; not what stands in the arguments of a call with these `params`. */
function requireFewValues(body: unknown, params?: JsonObject): void {
  const found: unknown[] = [body];
  for (const value of found) {
    if (typeof value !== 'object' || value === null) continue;
    // A long list is not asked for its names.
    const names = Array.isArray(value) && value.length > VALUES_MAX ? value : Object.keys(value);
    if (found.length + names.length > VALUES_MAX) throw tooMany();
    for (const name of names) {
      if (value === params && name === 'arguments') continue;
      found.push((value as JsonObject)[name]);
    }
  }
}

function tooMany(): Refusal {
  return new Refusal(
    'invalid_request',
    `The message has more values than the allowed ${VALUES_MAX} beside the arguments of a tool.`,
  );
}
