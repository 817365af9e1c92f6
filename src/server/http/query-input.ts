import type { JsonSchema } from '../../contract/tool.ts';
import { memberSchema } from '../catalogue/json-schema.ts';
import { Refusal } from '../refusal.ts';

/** Members of an input that a query may give: parameter name → member name. */
export type QueryNames = ReadonlyMap<string, string>;

/**
 * Reads a query as members of an input, each text as the JSON that its schema asks for: whole
 * numbers, strictly. What cannot be read so stays text, for the schema to take or refuse. Throws
 * `invalid_request` for an unknown parameter and for one given twice.
 */
export function inputFromQuery(
  query: URLSearchParams,
  names: QueryNames,
  schema: JsonSchema,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [parameter, text] of query) {
    const member = names.get(parameter);
    if (member === undefined) throw unknownParameter(parameter, names);
    if (Object.hasOwn(input, member)) {
      throw new Refusal('invalid_request', `\`${parameter}\` is given twice; once is allowed.`);
    }
    input[member] = read(text, memberSchema(schema, member));
  }
  return input;
}

function read(text: string, schema: JsonSchema | undefined): unknown {
  if (schema?.['type'] === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  return text;
}

/** Names the parameter only: its value may be a key that somebody put into a URL. */
function unknownParameter(parameter: string, names: QueryNames): Refusal {
  const allowed =
    names.size === 0 ? 'none is allowed here' : `allowed: ${[...names.keys()].join(', ')}`;
  const name = JSON.stringify(parameter.slice(0, 60));
  return new Refusal('invalid_request', `Unknown query parameter ${name}; ${allowed}.`);
}

/** For routes that take no query: any parameter is an `invalid_request`. */
export function refuseQuery(query: URLSearchParams): void {
  inputFromQuery(query, new Map(), {});
}
