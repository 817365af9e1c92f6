import { isJsonObject } from '../base/json/lossless.ts';
import type { Jmespath } from './query-place.ts';

type Node = ReturnType<Jmespath['compile']>;
type Comparison = Extract<Node, { type: 'Comparator' }>;

/** What comparisons have met so far. */
export interface ComparedNames {
  see(comparison: Comparison, item: unknown): void;
  /** In words, the name that something is compared with though no item has it; undefined where there is none. */
  unknown(): string | undefined;
}

/**
 * Watches the names on the right of comparisons. A text that stands in double quotes, as in jq, or in none is a
 * name to JMESPath: it is null, so that `!=` would choose everything without a word.
 */
export function watchComparedNames(): ComparedNames {
  const isKnown = new Map<string, boolean>();
  return {
    see({ left, right }, item) {
      if (right.type !== 'Field' || right.name === 'null' || !isJsonObject(item)) return;
      // What stands beside a value may be a member that is left out where it would be null.
      if (left.type === 'Literal' || left.type === 'Variable') return;
      const { name } = right;
      if (isKnown.get(name) !== true) isKnown.set(name, Object.hasOwn(item, name));
    },
    unknown() {
      const [name] = [...isKnown].find(([, known]) => !known) ?? [];
      return name === undefined ? undefined : noSuchName(name);
    },
  };
}

function noSuchName(name: string): string {
  const text = `A text stands in single quotes, as in 'failed', and any other value in backquotes, as in \`true\`.`;
  return `It compares with the member ${JSON.stringify(name)}, which nothing there has. ${text}`;
}

/** Whether a query has a `=` that is not in a let. To the library it is true, so that a filter would choose everything. */
export function hasLoneAssignment(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const { type } = node as { readonly type?: unknown };
  if (type === 'Literal') return false;
  if (type === 'Binding') return true;
  if (type !== 'LetExpression') return Object.values(node).some(hasLoneAssignment);
  const { bindings, expression } = node as unknown as Extract<Node, { type: 'LetExpression' }>;
  return [expression, ...bindings.map(({ reference }) => reference)].some(hasLoneAssignment);
}
