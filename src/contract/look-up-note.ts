import { isObject, type JsonObject } from '../base/json/object.ts';
import { lookUpCall } from './pending-target.ts';

/**
 * A tool's result that is still on its way, with the call that looks it up, as text and as the member
 * `look_up`; any other result as it is. What says so already stays as it is.
 */
export function withLookUp<Result extends JsonObject>(operation: string, result: Result): Result {
  const { content, isError, structuredContent } = result;
  if (isError === true || !isObject(structuredContent)) return result;
  if (structuredContent['pending'] !== true) return result;
  const lookUp = lookUpCall(operation, structuredContent);
  if (lookUp === undefined) return result;
  const notAgain = lookUp.tool === operation ? '' : `, and do not call ${operation} again`;
  const text = `This is still on its way. Look it up with ${lookUp.tool} and ${JSON.stringify(lookUp.arguments)}${notAgain}.`;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const isSaid = parts.some((part) => isObject(part) && part['text'] === text);
  return {
    ...result,
    content: isSaid ? parts : [...parts, { type: 'text', text }],
    structuredContent: { ...structuredContent, look_up: lookUp },
  };
}
