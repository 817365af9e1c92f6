import type { JsonObject } from '../../base/json/object.ts';
import { isPlainName, lookOf } from '../../contract/look-of-name.ts';
import { errorResult } from './error-result.ts';
import type { ToolResult } from './tool-call.ts';

/** Parameters of `tools/call`, of all protocol versions. */
const MEMBERS: ReadonlySet<string> = new Set([
  'name',
  'arguments',
  '_meta',
  'task',
  'inputResponses',
  'requestState',
]);
const LOOKS: ReadonlySet<string> = new Set(Array.from(MEMBERS, lookOf));

const NAME_CHARS_MAX = 100;

/**
 * The result of a call with a member that looks like one of the protocol: a service that takes names in
 * any case would run what nobody has judged. Undefined for any other call.
 */
export function twiceNamed(params: JsonObject): ToolResult | undefined {
  for (const name in params) {
    if (MEMBERS.has(name) || (isPlainName(name) && !LOOKS.has(lookOf(name)))) continue;
    const shown = JSON.stringify(name.slice(0, NAME_CHARS_MAX));
    const detail = `${shown} may be read as another parameter of the call. Nothing was sent.`;
    return errorResult(detail, { code: 'invalid_request', title: 'Invalid request', detail });
  }
  return undefined;
}
