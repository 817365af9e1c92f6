import { readFileSync } from 'node:fs';
import { parseSync } from 'rolldown/utils';

/** A node of the syntax tree, as much as the checks rely on. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

export interface ImportOf {
  readonly specifier: string;
  readonly dynamic: boolean;
  /** Of types only, so that nothing is loaded. */
  readonly typesOnly: boolean;
  readonly line: number;
}

/** A TypeScript or JavaScript file with what the checks ask about it. */
export interface SourceFile {
  /** Relative to the root of the repository, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly program: SyntaxNode;
  readonly comments: readonly { readonly value: string; readonly start: number }[];
  readonly imports: readonly ImportOf[];
  lineAt(offset: number): number;
}

/** Reads and parses one file; throws with its path where it has a syntax error. */
export function readSource(root: string, path: string): SourceFile {
  return parseSource(path, readFileSync(`${root}/${path}`, 'utf8'));
}

/** Parses `text` as if it stood in `path`. */
export function parseSource(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text, { lang: path.endsWith('.js') ? 'js' : 'ts' });
  const [error] = parsed.errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const program = parsed.program as unknown as SyntaxNode;
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  return {
    path,
    text,
    program,
    comments: parsed.comments,
    imports: importsOf(program, lineAt),
    lineAt,
  };
}

function importsOf(program: SyntaxNode, lineAt: (offset: number) => number): readonly ImportOf[] {
  const found: ImportOf[] = [];
  walk(program, (node) => {
    const source = node['source'];
    if (!/^(Import|Export)(Named|All)?(Declaration|Expression)$|^TSImportType$/.test(node.type))
      return;
    if (!isNode(source) || typeof source['value'] !== 'string') return;
    found.push({
      specifier: source['value'],
      dynamic: node.type === 'ImportExpression',
      typesOnly:
        node.type === 'TSImportType' || [node['importKind'], node['exportKind']].includes('type'),
      line: lineAt(node.start),
    });
  });
  return found;
}

/** Calls `visit` for every node below `node`, parents first. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, parent: SyntaxNode | null, member: string) => void,
  parent: SyntaxNode | null = null,
  member = '',
): void {
  visit(node, parent, member);
  for (const [name, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit, node, name);
    }
  }
}

export function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
  );
}

/** The name of an identifier node, else null. */
export function identifierName(value: unknown): string | null {
  return isNode(value) && value.type === 'Identifier' ? String(value['name']) : null;
}
