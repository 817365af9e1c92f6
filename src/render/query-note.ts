import { isJsonObject } from '../base/json/lossless.ts';
import { watchNamedColumns } from './named-columns.ts';
import { memberAt, rowsIn } from './rows.ts';

/** The member that an expression begins with. */
const FIRST_MEMBER = /^\s*"?([A-Za-z_]\w*)"?\s*(?![\w(])/;
/** What is taken of each item of a list, and what the items are chosen by. */
const OF_ITEMS =
  /^\s*(?:"?([A-Za-z_]\w*)"?\s*)?\[(?:\*|\?\s*([A-Za-z_]\w*)\s*[=!<>][^\]]*|\?[^\]]*)?\]\s*(?:\.\s*([A-Za-z_]\w*)\s*(?![\w(]))?/;

/**
 * Why a query selected nothing: it names what the response does not have. Undefined where that cannot be
 * told from a query that rightly selects nothing.
 */
export function queryNote(expression: string, response: unknown): string | undefined {
  if (isJsonObject(response)) {
    const rows = rowsIn(response);
    if (/^\s*\[/.test(expression)) {
      const where = rows?.member ?? undefined;
      if (where === undefined) return undefined;
      return `The response is no list: its rows are in ${JSON.stringify(where)}, as in --query '${where}${expression.trim()}'.`;
    }
    const first = FIRST_MEMBER.exec(expression)?.[1];
    if (first !== undefined && !Object.hasOwn(response, first)) {
      return `The response has no ${JSON.stringify(first)}; there are ${Object.keys(response).join(', ')}.`;
    }
  }
  return noteOfItems(expression, response);
}

function noteOfItems(expression: string, response: unknown): string | undefined {
  const [, list, chosenBy, taken] = OF_ITEMS.exec(expression) ?? [];
  const items = list === undefined ? response : memberAt(response, list);
  if (!Array.isArray(items)) return undefined;
  const named = watchNamedColumns([chosenBy, taken].filter((name) => name !== undefined));
  named.see(items);
  return named.missing();
}
