import type { JsonSchema } from '../../contract/tool.ts';

/** What a member accepts, in words for the detail of a refusal: `an integer from 1 to 100`. */
export function describeAllowed(schema: JsonSchema): string {
  if (Array.isArray(schema['enum'])) return `one of ${schema['enum'].join(', ')}`;
  if (Array.isArray(schema['anyOf'])) return schema['anyOf'].map(describeAllowed).join(' or ');
  if (schema['format'] === 'date') return 'an ISO 8601 date';
  if (schema['format'] === 'date-time') return 'an ISO 8601 time with its offset';
  if (schema['format'] === 'email') return `an email address${lengthOf(schema)}`;
  switch (schema['type']) {
    case 'string':
      return `text${lengthOf(schema)}${patternOf(schema)}`;
    case 'integer':
      return `an integer${between(schema['minimum'], schema['maximum'])}`;
    case 'number':
      return `a number${between(schema['minimum'], schema['maximum'])}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `a list${between(schema['minItems'], schema['maxItems'], 'of ')}${itemsOf(schema)}`;
    case 'object':
      return `an object${membersOf(schema)}${valuesOf(schema)}`;
    default:
      return 'any JSON value';
  }
}

function between(low: unknown, high: unknown, lead = 'from '): string {
  if (typeof low === 'number' && typeof high === 'number') return ` ${lead}${low} to ${high}`;
  return typeof high === 'number' ? ` up to ${high}` : '';
}

function lengthOf(schema: JsonSchema): string {
  const length = between(schema['minLength'], schema['maxLength'], 'of ');
  return length === '' ? '' : `${length} characters`;
}

function patternOf(schema: JsonSchema): string {
  return typeof schema['pattern'] === 'string' ? ` that matches ${schema['pattern']}` : '';
}

function itemsOf(schema: JsonSchema): string {
  const items = schema['items'];
  return typeof items === 'object' && items !== null
    ? ` items, each ${describeAllowed(items as JsonSchema)}`
    : '';
}

function membersOf(schema: JsonSchema): string {
  const most = schema['maxProperties'];
  return typeof most === 'number' ? ` of up to ${most} members` : '';
}

function valuesOf(schema: JsonSchema): string {
  const values = schema['additionalProperties'];
  if (typeof values !== 'object' || values === null || !('type' in values)) return '';
  return ` whose values are ${describeAllowed(values as JsonSchema)}`;
}
