import {
  compileSchema,
  draft04,
  draft06,
  draft07,
  draft2019,
  draft2020,
} from 'json-schema-library';
import { parseJson, stringifyJson } from '../../base/json/lossless.ts';
import { isObject } from '../../base/json/object.ts';
import { REFERENCE_CHARS_MAX } from '../../contract/resolve-schema.ts';
import { type Budget, createBudget, Undecided } from './budget.ts';
import type { SchemaCheck } from './check-schema.ts';
import { guardedDraft } from './guarded-draft.ts';
import { createPatterns } from './linear-pattern.ts';
import { toProblems } from './to-problems.ts';

/** Keywords and values of a schema that one step of the budget pays. */
const NODES_A_STEP = 4;

/**
 * The check by the library, which interprets a schema and makes no code of it. Nothing is wrong where it
 * cannot decide: for a reference that leads nowhere or in a circle, 64 levels, too much work, any exception.
 */
export function createLibraryCheck(): SchemaCheck {
  const budget = createBudget();
  const guard = { budget, patternOf: createPatterns(budget) };
  const drafts = [draft04, draft06, draft07, draft2019, draft2020].map((draft) =>
    guardedDraft(draft, guard),
  );
  return async (value, schema) => {
    if (typeof schema !== 'boolean' && !isObject(schema)) return [];
    try {
      payForReading(schema, budget);
      // The library compares objects with their prototypes, so that it gets plain ones.
      const sent = parseJson(stringifyJson(value));
      const { errors } = compileSchema(schema, { drafts }).validate(sent);
      return toProblems(errors, sent);
    } catch {
      return [];
    }
  };
}

/** Keywords whose text the library takes apart as a URI, in more than linear time and again for each use. */
const URI_KEYWORDS = new Set(['$ref', '$id', 'id', '$anchor', '$dynamicRef', '$dynamicAnchor']);

/** Throws `Undecided` where there is more to read than the budget has left, or a URI or a name in one too long. */
function payForReading(schema: unknown, budget: Budget): void {
  budget.spend(0);
  const open = [schema];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    budget.spend(1 / NODES_A_STEP);
    if (typeof node !== 'object' || node === null) continue;
    for (const [name, member] of Object.entries(node)) {
      if (isLong(name) || (URI_KEYWORDS.has(name) && isLong(member)))
        throw new Undecided('the library makes a URI of it, again for each use');
      if (member !== undefined) open.push(member);
    }
  }
}

function isLong(text: unknown): boolean {
  return typeof text === 'string' && text.length > REFERENCE_CHARS_MAX;
}
