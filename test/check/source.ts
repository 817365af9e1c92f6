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
  /** What is taken, by the names the other file gives it; `*` where it may be anything. */
  readonly names: readonly string[];
  readonly line: number;
}

export interface Comment {
  /** Without its marks. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A TypeScript or JavaScript file with what the checks ask about it. */
export interface SourceFile {
  /** Relative to the root of the repository, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly program: SyntaxNode;
  readonly comments: readonly Comment[];
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
  const taken = new Map<SyntaxNode, readonly string[]>();
  walk(program, (node) => {
    const dynamic = awaitedImport(node['init'] ?? node['object']);
    if (dynamic !== null) taken.set(dynamic, namesTakenBy(node));
    const source = node['source'];
    if (!/^(Import|Export)(Named|All)?(Declaration|Expression)$|^TSImportType$/.test(node.type))
      return;
    if (!isNode(source) || typeof source['value'] !== 'string') return;
    found.push({
      specifier: source['value'],
      dynamic: node.type === 'ImportExpression',
      typesOnly:
        node.type === 'TSImportType' || [node['importKind'], node['exportKind']].includes('type'),
      names: taken.get(node) ?? namesIn(node),
      line: lineAt(node.start),
    });
  });
  return found;
}

/** The `import(…)` in `await import(…)`, also within brackets; else null. */
function awaitedImport(value: unknown): SyntaxNode | null {
  if (!isNode(value)) return null;
  if (value.type === 'ParenthesizedExpression') return awaitedImport(value['expression']);
  const awaited = value.type === 'AwaitExpression' ? value['argument'] : null;
  return isNode(awaited) && awaited.type === 'ImportExpression' ? awaited : null;
}

/** Of `const { a } = await import(…)` and `(await import(…)).a`. */
function namesTakenBy(node: SyntaxNode): readonly string[] {
  if (node['computed'] === true) return ['*'];
  const pattern = node['id'];
  if (!isNode(pattern)) return [identifierName(node['property']) ?? '*'];
  if (pattern.type !== 'ObjectPattern') return ['*'];
  return nodesIn(pattern['properties']).map((property) => nameOf(property['key']) ?? '*');
}

/** Of an import declaration, an export from another file and the type `import('…').a`. */
function namesIn(node: SyntaxNode): readonly string[] {
  if (node.type === 'TSImportType') return [identifierName(node['qualifier']) ?? '*'];
  if (!Array.isArray(node['specifiers'])) return ['*'];
  return nodesIn(node['specifiers']).map((specifier) => {
    if (specifier.type === 'ImportNamespaceSpecifier') return '*';
    if (specifier.type === 'ImportDefaultSpecifier') return 'default';
    return nameOf(specifier[specifier.type === 'ExportSpecifier' ? 'local' : 'imported']) ?? '*';
  });
}

/** Of an identifier or a name in quotes. */
function nameOf(value: unknown): string | null {
  const quoted = isNode(value) && value.type === 'Literal' ? String(value['value']) : null;
  return identifierName(value) ?? quoted;
}

type Visit = (node: SyntaxNode, parent: SyntaxNode | null, member: string) => void;

/** The nodes of a tree that was walked before; each rule walks them all again. */
const walked = new WeakMap<SyntaxNode, readonly Parameters<Visit>[]>();

/** Calls `visit` for `root` and every node below it, parents first. */
export function walk(root: SyntaxNode, visit: Visit): void {
  const steps = walked.get(root) ?? [...stepsFrom(root, null, '')];
  walked.set(root, steps);
  for (const step of steps) visit(...step);
}

function* stepsFrom(...step: Parameters<Visit>): Generator<Parameters<Visit>> {
  const [node] = step;
  yield step;
  for (const [name, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* stepsFrom(child, node, name);
    }
  }
}

export function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
  );
}

/** The nodes of a list of the syntax tree. */
export function nodesIn(list: unknown): readonly SyntaxNode[] {
  return Array.isArray(list) ? list.filter((item) => isNode(item)) : [];
}

/** The name of an identifier node, else null. */
export function identifierName(value: unknown): string | null {
  return isNode(value) && value.type === 'Identifier' ? String(value['name']) : null;
}
