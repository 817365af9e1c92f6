import { stringifyJson } from '../../base/json/lossless.ts';
import type { JsonSchema } from '../../contract/tool.ts';

/** As JSON. The largest of the specification has some 3 KB, an honest list of all names of a large service 100. */
const SCHEMA_CHARS_MAX = 256 * 1024;

/** Whether an input schema is looked at here: one of more than 256 Ki characters of JSON could cost time. */
export function isReadable(schema: unknown): boolean {
  return (stringifyJson(schema) ?? '').length <= SCHEMA_CHARS_MAX;
}

/**
 * The input schema of an operation as it is looked at here: itself, or in the place of one that is too large one
 * without properties. By that one any input is right, and all of it counts as secret where it is shown.
 */
export function readableSchema<Schema>(given: Schema): Schema | JsonSchema {
  return isReadable(given) ? given : ANY_INPUT;
}

/** The description of the schema that stands in the place of one that is too large. */
export const TOO_LARGE =
  'The schema of this input has more than 256 KiB and is left out; the service checks what is given.';

const ANY_INPUT = {
  type: 'object',
  description: TOO_LARGE,
  additionalProperties: { writeOnly: true },
} as const;
