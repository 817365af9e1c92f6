import {
  identifierName,
  isNode,
  nodesIn,
  type SourceFile,
  type SyntaxNode,
  walk,
} from './source.ts';

/** A name that a file defines at its top level or passes on from another file. */
export interface Declaration {
  readonly name: string;
  /** Where its statement begins, `export` included. */
  readonly start: number;
  readonly exported: boolean;
  readonly isType: boolean;
  /** Passed on from another file, or exported under another name than it has here. */
  readonly again: boolean;
}

const TYPE = /^(TSInterface|TSTypeAlias|TSEnum|Class)Declaration$/;

/** The names of the top level of `file`; a default export has none. */
export function declarationsOf(file: SourceFile): readonly Declaration[] {
  return nodesIn(file.program['body']).flatMap((statement) => {
    const exported = statement.type === 'ExportNamedDeclaration';
    const declared = exported ? statement['declaration'] : statement;
    const more = { start: statement.start, exported };
    if (!isNode(declared)) return exportedAgain(statement, more);
    const isType = TYPE.test(declared.type);
    return namesOf(declared).map((name) => ({ name, ...more, isType, again: false }));
  });
}

/** Of `export { a, b as c }`, with or without `from`. */
function exportedAgain(
  statement: SyntaxNode,
  more: { readonly start: number; readonly exported: boolean },
): readonly Declaration[] {
  return nodesIn(statement['specifiers']).map((specifier) => {
    const exported = specifier['exported'];
    const name = identifierName(exported) ?? String(isNode(exported) && exported['value']);
    return { name, ...more, isType: false, again: true };
  });
}

function namesOf(statement: SyntaxNode): readonly string[] {
  const own = identifierName(statement['id']);
  if (own !== null) return [own];
  return nodesIn(statement['declarations']).flatMap(({ id }) => boundNames(id));
}

/** The names that a pattern binds: `a`, `{ a, b: c }`, `[a, b]`, each with or without a default. */
function boundNames(pattern: unknown): readonly string[] {
  if (!isNode(pattern)) return [];
  const name = identifierName(pattern);
  if (name !== null) return [name];
  const parts = [...nodesIn(pattern['properties']), ...nodesIn(pattern['elements'])];
  const inner = [pattern['value'], pattern['left'], pattern['argument'], ...parts];
  return inner.flatMap((part) => boundNames(part));
}

/** How often each name stands in `file` as more than the name of a member. */
export function nameCounts(file: SourceFile): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  walk(file.program, (node, parent, member) => {
    const name = identifierName(node);
    const isMember = /^(key|property)$/.test(member) && parent?.['computed'] !== true;
    if (name !== null && !isMember) counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  return counts;
}
