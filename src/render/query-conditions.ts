import { isNumber } from '../base/json/compare-numbers.ts';
import { isJsonObject } from '../base/json/lossless.ts';
import type { Jmespath } from './query-place.ts';

type Node = ReturnType<Jmespath['compile']>;
type NodeOf<Type> = Extract<Node, { type: Type }>;
type Comparison = NodeOf<'Comparator'>;
/** Both sides of a comparison, or of a search of the second in the first. */
type ComparedNodes = readonly [left: Node, right: Node];

/** What the comparisons of a query have met so far. */
export interface SeenComparisons {
  /** One comparison about an item, with the values of both its sides. */
  see(comparison: Comparison, item: unknown, values: readonly [unknown, unknown]): void;
  /** The call of a function about an item; that of `contains` compares as well. */
  seeCall(call: NodeOf<'Function'>, item: unknown): void;
  /** A `!` before something of an item. */
  seeNegation(negated: Node, item: unknown): void;
  /** In words, what surely is not meant: it chooses nothing, or everything with `!=`. Undefined where there is none. */
  fault(): string | undefined;
  /** In words, which name beside a value or a `!` no item had so far: a wrong one, or a member that is left out where it would be null. */
  note(): string | undefined;
}

/** Watches comparisons with a name that no item has, and of a value that is no text with a text of it. */
export function watchComparisons(): SeenComparisons {
  const isKnown = new Map<string, boolean>();
  const isKnownBesideValue = new Map<string, boolean>();
  let misquoted: string | undefined;
  function seeName(sides: ComparedNodes, item: unknown): void {
    if (item === null) return;
    see(isKnown, comparedName(sides), item);
    see(isKnownBesideValue, nameBesideValue(sides), item);
  }
  return {
    see(comparison, item, [left, right]) {
      misquoted ??= quotedOf(comparison.right, left) ?? quotedOf(comparison.left, right);
      seeName([comparison.left, comparison.right], item);
    },
    seeCall({ children: [left, right], name }, item) {
      if (name !== 'contains' || left === undefined || right === undefined) return;
      seeName([left, right], item);
      for (const listed of namesIn(left)) seeName([right, listed], item);
    },
    seeNegation(negated, item) {
      if (item !== null && negated.type === 'Field') see(isKnownBesideValue, negated.name, item);
    },
    fault() {
      if (misquoted !== undefined)
        return `It compares what is no text with the text '${misquoted}': in backquotes, as \`${misquoted}\`, it is none.`;
      const name = unknownIn(isKnown);
      if (name === undefined) return undefined;
      return `It compares with the member ${JSON.stringify(name)}, which nothing there has. ${QUOTES}`;
    },
    note() {
      const name = unknownIn(isKnownBesideValue);
      if (name === undefined) return undefined;
      return `Nothing there has the member ${JSON.stringify(name)}, by which it chooses.`;
    },
  };
}

function see(isKnown: Map<string, boolean>, name: string | undefined, item: unknown): void {
  if (name === undefined || isKnown.get(name) === true) return;
  isKnown.set(name, isJsonObject(item) && Object.hasOwn(item, name));
}

function unknownIn(isKnown: ReadonlyMap<string, boolean>): string | undefined {
  return [...isKnown].find(([, known]) => !known)?.[0];
}

const QUOTES = `A text stands in single quotes, as in 'failed', and any other value in backquotes, as in \`true\`.`;

/**
 * The name on the right of a comparison. A text in double quotes, as in jq, or in none is a name to JMESPath.
 * What stands beside a value may be a member that is left out where it would be null.
 */
function comparedName([left, right]: ComparedNodes): string | undefined {
  return right.type !== 'Field' || right.name === 'null' || isGiven(left) ? undefined : right.name;
}

/** The name on one side where a value other than null is on the other. */
function nameBesideValue([left, right]: ComparedNodes): string | undefined {
  const [name, value] = left.type === 'Field' ? [left, right] : [right, left];
  if (name.type !== 'Field' || name.name === 'null' || !isGiven(value)) return undefined;
  return value.type === 'Literal' && value.value === null ? undefined : name.name;
}

/** The names in a list that is written out: a text in double quotes, as in JSON, is one. */
function namesIn(node: Node): readonly Node[] {
  return node.type === 'MultiSelectList'
    ? node.children.filter(({ type }) => type === 'Field')
    : [];
}

function isGiven(node: Node): boolean {
  if (node.type === 'MultiSelectList') return node.children.every(isGiven);
  return node.type === 'Literal' || node.type === 'Variable';
}

/** The text of a literal where it is that of a number, boolean or null, and the other side of the comparison is one. */
function quotedOf(literal: Node, other: unknown): string | undefined {
  if (literal.type !== 'Literal' || typeof literal.value !== 'string') return undefined;
  const text = literal.value;
  if (isNumber(other)) return /^-?\d+(\.\d+)?$/.test(text) ? text : undefined;
  if (typeof other === 'boolean') return text === 'true' || text === 'false' ? text : undefined;
  return other === null && text === 'null' ? text : undefined;
}

/** In words, what in a query is no condition though it stands for one, so that a filter would choose everything. */
export function wrongCondition(node: unknown): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  const { type } = node as { readonly type?: unknown };
  if (type === 'Literal') return undefined;
  if (type === 'Binding') return 'A single = compares nothing: == compares.';
  const own = type === 'FilterProjection' ? (node as NodeOf<'FilterProjection'>).condition : null;
  const constant = own === null ? undefined : constantIn(own);
  if (constant !== undefined) return `${constant} alone is no condition: it is always true.`;
  const parts = type === 'LetExpression' ? partsOfLet(node as NodeOf<'LetExpression'>) : node;
  for (const part of Object.values(parts)) {
    const wrong = wrongCondition(part);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** Its bindings are the one place where a single = is right. */
function partsOfLet({ bindings, expression }: NodeOf<'LetExpression'>): readonly Node[] {
  return [expression, ...bindings.map(({ reference }) => reference)];
}

/** A text or number that decides a condition, as in `name == 'a' || 'b'`. A script may write `true` for no condition. */
function constantIn(condition: Node): string | undefined {
  switch (condition.type) {
    case 'Literal': {
      const { value } = condition;
      return typeof value === 'string' || isNumber(value) ? JSON.stringify(value) : undefined;
    }
    case 'OrExpression':
    case 'AndExpression':
      return constantIn(condition.left) ?? constantIn(condition.right);
    case 'Pipe':
      return constantIn(condition.right);
    case 'NotExpression':
      return constantIn(condition.child);
    default:
      return undefined;
  }
}
