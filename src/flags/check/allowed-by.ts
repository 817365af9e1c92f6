import type { JsonSchema } from '../../contract/tool.ts';

const SHOWN_MAX = 20;
/** Nobody reads on, and the schema is the service's. */
const CHARS_MAX = 2_000;

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** What a schema allows, in words for a person: `a whole number from 1 to 100`. */
export function allowedBy(schema: JsonSchema): string {
  const words = wordsOf(schema);
  return words.length > CHARS_MAX ? `${words.slice(0, CHARS_MAX).toWellFormed()}…` : words;
}

function wordsOf(schema: JsonSchema): string {
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  const choices = schema['enum'];
  if (Array.isArray(choices)) return choicesInWords(choices);
  const types = [schema['type']].flat().filter((type) => typeof type === 'string');
  const ofMembers = types.length === 0 && Array.isArray(schema['required']) ? ['object'] : types;
  const words = ofMembers.map((type) => TYPE_WORDS[type] ?? type).join(' or ');
  const rest = [
    rangeOf(schema, 'minimum', 'maximum', ''),
    exclusiveRangeOf(schema),
    rangeOf(schema, 'minLength', 'maxLength', ' characters'),
    rangeOf(schema, 'minItems', 'maxItems', ' items'),
    rangeOf(schema, 'minProperties', 'maxProperties', ' members'),
    isNumber(schema['multipleOf']) ? `that is a multiple of ${schema['multipleOf']}` : '',
    schema['uniqueItems'] === true ? 'that are all different' : '',
    typeof schema['pattern'] === 'string' ? `matching ${schema['pattern']}` : '',
    membersOf(schema['required']),
  ];
  const allowed = [words, ...rest].filter((part) => part !== '').join(' ');
  return allowed === '' ? 'another value' : allowed;
}

function membersOf(required: unknown): string {
  return Array.isArray(required) && required.length > 0 ? `with ${inWords(required)}` : '';
}

function choicesInWords(choices: readonly unknown[]): string {
  const words = inWords(choices, (choice) =>
    typeof choice === 'string' ? choice : JSON.stringify(choice),
  );
  return choices.length === 1 ? `only ${words}` : `one of ${words}`;
}

/** The first 20 of them, and how many more there are. */
export function inWords<Item>(
  items: readonly Item[],
  wordOf: (item: Item) => unknown = String,
  between = ', ',
): string {
  const shown = items.slice(0, SHOWN_MAX).map(wordOf).join(between);
  return items.length > SHOWN_MAX ? `${shown} and ${items.length - SHOWN_MAX} more` : shown;
}

function rangeOf(schema: JsonSchema, low: string, high: string, unit: string): string {
  const least = schema[low];
  const most = schema[high];
  if (isNumber(least) && isNumber(most)) {
    if (least === most) return `of ${least}${unit}`;
    return unit === '' ? `from ${least} to ${most}` : `of ${least} to ${most}${unit}`;
  }
  if (isNumber(least)) return `of at least ${least}${unit}`;
  return isNumber(most) ? `of at most ${most}${unit}` : '';
}

function exclusiveRangeOf(schema: JsonSchema): string {
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  const words = [isNumber(above) ? `above ${above}` : '', isNumber(below) ? `below ${below}` : ''];
  return words.filter((word) => word !== '').join(' and ');
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
