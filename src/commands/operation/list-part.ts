import type { JsonObject } from '../../base/json/object.ts';
import { memberOf } from '../../contract/response-member.ts';
import { CURSORS } from '../../render/rows.ts';

/** By which a part of a list is asked for. */
const OF_A_PART = ['before', 'limit', 'offset'];

/** Whether an input asks for a part of a list, which is no news to who gave it then. */
export function asksForPart(input: JsonObject): boolean {
  return OF_A_PART.some((name) => input[name] !== undefined);
}

/** Whether a list goes on after the page that a response has. */
export function goesOn(response: unknown): boolean {
  return CURSORS.some((name) => memberOf(response, name) != null);
}

/** Whether a query selects what says that the list goes on. */
export function selectsCursor(query: string): boolean {
  return /next_(before|offset)/.test(query);
}
