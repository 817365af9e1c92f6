import { isExactNumber } from '../../base/json/lossless.ts';
import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';
import { LEGACY_VERSIONS, MODERN_VERSION } from '../protocol-version.ts';
import type { NegotiatedMessage } from './mcp-message.ts';

/** A name in a path of the arguments, and the one before it. */
interface Step {
  readonly name: string;
  readonly before: Step | undefined;
}

/** A parameter that goes along in a header: the end of its path in the arguments, and the header's name. */
interface HeaderParameter {
  readonly step: Step;
  readonly header: unknown;
  readonly type: unknown;
}

const ANNOTATION = 'x-mcp-header';
const MIRRORED_TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];
/** RFC 9110, "Tokens". */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The MCP headers of one POST (MCP, "Streamable HTTP"). */
export function messageHeaders(message: NegotiatedMessage) {
  const { isModern, method, parameterHeaders: ofParameters, params, session, version } = message;
  // The extension of tasks: "Routing Headers".
  const name = method.startsWith('tasks/') ? params['taskId'] : params['name'];
  return {
    accept: 'application/json, text/event-stream',
    ...(method === 'initialize'
      ? {}
      : { 'mcp-protocol-version': isModern ? MODERN_VERSION : (version ?? LEGACY_VERSIONS[0]) }),
    ...(isModern ? { 'mcp-method': method, ...ofParameters } : {}),
    ...(isModern && typeof name === 'string' ? { 'mcp-name': headerText(name) } : {}),
    ...(session === undefined ? {} : { 'mcp-session-id': session }),
  };
}

/**
 * The headers `mcp-param-…` of a call: the arguments that the tool's schema marks with
 * `x-mcp-header`, without those that are absent or null (2026-07-28, "Custom Headers from Tool
 * Parameters").
 */
export function parameterHeaders(
  tool: unknown,
  args: JsonObject,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { header, step } of parametersOf(membersOf(tool)['inputSchema'])) {
    const value = pathTo(step).reduce<unknown>((holder, name) => ownMember(holder, name), args);
    const text = isExactNumber(value) ? value.rawJSON : scalarText(value);
    if (text !== undefined) headers[`mcp-param-${String(header).toLowerCase()}`] = headerText(text);
  }
  return headers;
}

/** Why a tool may not be offered over HTTP; undefined where its annotations are right or absent. */
export function headerAnnotationError(tool: unknown): string | undefined {
  const schema = membersOf(tool)['inputSchema'];
  const marked = headerParameters(schema);
  for (const { header, step, type } of marked) {
    const where = () => `${ANNOTATION} of ${pathTo(step).join('.')}`;
    if (typeof header !== 'string' || !TOKEN.test(header)) return `${where()} is not a header name`;
    if (!isMirroredType(type)) {
      return `${where()} is on a value that is neither string, integer nor boolean`;
    }
  }
  const names = new Set(marked.map(({ header }) => String(header).toLowerCase()));
  if (names.size < marked.length) return `two parameters have the same ${ANNOTATION}`;
  const isElsewhere = marked.length < countOf(schema);
  return isElsewhere ? `${ANNOTATION} stands where no argument can be read from` : undefined;
}

/** What was found for each schema, of which many calls are made. */
const known = new WeakMap<object, readonly HeaderParameter[]>();

function parametersOf(schema: unknown): readonly HeaderParameter[] {
  if (!isObject(schema)) return [];
  const found = known.get(schema) ?? headerParameters(schema);
  known.set(schema, found);
  return found;
}

/** Those that a chain of `properties` leads to; paths are made when they are used. */
function headerParameters(
  schema: unknown,
  before?: Step,
  found: HeaderParameter[] = [],
): readonly HeaderParameter[] {
  const properties = membersOf(membersOf(schema)['properties']);
  for (const [name, property] of Object.entries(properties)) {
    const here = { name, before };
    const { [ANNOTATION]: header, type } = membersOf(property);
    if (header !== undefined) found.push({ step: here, header, type });
    headerParameters(property, here, found);
  }
  return found;
}

function pathTo(last: Step): readonly string[] {
  const names: string[] = [];
  for (let step: Step | undefined = last; step !== undefined; step = step.before) {
    names.push(step.name);
  }
  return names.reverse();
}

/** One of the three types, or one that may also be null: then the header is left out. */
function isMirroredType(type: unknown): boolean {
  const types = Array.isArray(type) ? type.filter((each) => each !== 'null') : [type];
  return types.length > 0 && types.every((each) => MIRRORED_TYPES.includes(each));
}

/** How often the annotation stands anywhere in a schema; a parameter of that name is none. */
function countOf(schema: unknown): number {
  if (Array.isArray(schema)) return schema.reduce((sum, each) => sum + countOf(each), 0);
  if (!isObject(schema)) return 0;
  return Object.entries(schema).reduce((sum, [keyword, value]) => {
    if (keyword === ANNOTATION) return sum + 1;
    if (keyword === 'properties' || keyword === '$defs' || keyword === 'patternProperties') {
      return sum + countOf(Object.values(membersOf(value)));
    }
    return DATA_KEYWORDS.has(keyword) ? sum : sum + countOf(value);
  }, 0);
}

/** Their values are data and no schemas. */
const DATA_KEYWORDS = new Set(['const', 'default', 'enum', 'examples']);

function scalarText(value: unknown): string | undefined {
  return value === undefined || typeof value === 'object' ? undefined : String(value);
}

function ownMember(holder: unknown, name: string): unknown {
  return isObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
}

/**
 * A text as the value of a header: visible ASCII and blanks within it as they are, anything else
 * encoded (2026-07-28, "Value Encoding").
 */
function headerText(text: string): string {
  const isPlain = text === '' || /^[\x21-\x7e]([\x20-\x7e\t]*[\x21-\x7e])?$/.test(text);
  const looksEncoded = text.startsWith('=?base64?') && text.endsWith('?=');
  return isPlain && !looksEncoded ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
