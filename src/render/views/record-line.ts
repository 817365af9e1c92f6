import type { JsonObject } from '../../base/json/object.ts';
import { columnsFor } from './by-rule.ts';
import { listLines } from './list-lines.ts';

/** One record of a list in a line of words, as its view has them; nothing is cut, all is sanitised. */
export function recordLine(record: JsonObject, now: number): string {
  const options = { isTerminal: true, isPlain: true, width: 80, colour: false, now };
  return listLines([record], columnsFor([record]), options).join('');
}
