import type { JsonSchemaValidatorParams } from 'json-schema-library';
import type { Budget } from './budget.ts';
import { sizeOf } from './size-of.ts';

/** Choices, names, branches and members that one step of the budget pays. */
const ENTRIES_A_STEP = 20;
/** A name of the data is compared with each name of the schema. */
const COMPARED_A_STEP = 500;
const CHARACTERS_A_STEP = 4000;
/** The library compares each item with each other. */
const PAIRS_A_STEP = 100;
const VALUES_MAX = 1_000_000;

/** Keywords that go through the whole of a list or an object. */
const THROUGH_MEMBERS = [
  'properties',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'items',
  'contains',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
];
/** Keywords whose list is gone through, whatever the value. */
const THROUGH_CHOICES = ['required', 'type', 'anyOf', 'oneOf', 'allOf', 'prefixItems'];

/**
 * Spends what one keyword costs by the sizes of what it says and of the value, where that is not the
 * same for all. Throws `Undecided` when the budget is used up.
 */
export function spendKeywordCost(
  keyword: string,
  { data, node }: JsonSchemaValidatorParams,
  budget: Budget,
): void {
  const limit: unknown = node.schema[keyword];
  if (keyword === 'enum' || keyword === 'const') {
    const choices = keyword === 'enum' ? entriesOf(limit) : 1;
    budget.spend((choices * sizeOf(data, VALUES_MAX)) / ENTRIES_A_STEP);
  } else if (keyword === 'uniqueItems' && Array.isArray(data)) {
    budget.spend(data.length ** 2 / PAIRS_A_STEP);
  } else if (typeof data === 'string' && keyword.endsWith('Length')) {
    budget.spend(data.length / CHARACTERS_A_STEP);
  } else if (keyword === 'additionalProperties' && typeof data === 'object') {
    const names = entriesOf(node.schema['properties']);
    const members = entriesOf(data);
    budget.spend((names + members) / ENTRIES_A_STEP + (names * members) / COMPARED_A_STEP);
  } else if (THROUGH_CHOICES.includes(keyword)) {
    budget.spend(entriesOf(limit) / ENTRIES_A_STEP);
  } else if (THROUGH_MEMBERS.includes(keyword)) {
    budget.spend(entriesOf(data) / ENTRIES_A_STEP);
  }
}

function entriesOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}
