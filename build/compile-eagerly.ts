// V8 compiles a function when it is first called, unless it stands in parentheses, and Node's compile cache
// holds what was compiled when its file was loaded. So what a run surely calls gets parentheses.
import { parseAst } from 'rolldown/parseAst';

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/** The name of a declaration, and what stands before it. */
const HEAD = /^((?:async\s+)?function(?:\s*\*)?)\s*([^\s(]+)/;

/**
 * The code of a CommonJS file whose functions that begin at one of `starts` are compiled when it is loaded. A
 * declaration becomes a variable at the beginning of the function around it, where declarations take effect. What
 * has no such mark stays as it is: methods, and declarations in inner blocks.
 */
export function compileEagerly(code: string, starts: ReadonlySet<number>): string {
  const program = parseAst(code, { sourceType: 'script' }) as unknown as SyntaxNode;
  return code.slice(0, program.start) + bodyText(code, program, starts) + code.slice(program.end);
}

function textOf(code: string, node: SyntaxNode, starts: ReadonlySet<number>): string {
  const isFunction = /Function/.test(node.type);
  const parts = childrenOf(node).map((child): Part => {
    const isBody = isFunction && child === node['body'] && child.type === 'BlockStatement';
    const text = (isBody ? bodyText : textOf)(code, child, starts);
    const isMarked = starts.has(child.start) && isExpression(child) && !isMethod(node, child);
    return { ...placeOf(child), text: isMarked ? `(${text})` : text };
  });
  return joined(code, node, parts);
}

/** Of a program, or of the block of a function. */
function bodyText(code: string, node: SyntaxNode, starts: ReadonlySet<number>): string {
  const statements = childrenOf(node);
  const directives = statements.filter(({ directive }) => typeof directive === 'string');
  const variables: string[] = [];
  const rest = statements.slice(directives.length).map((statement): Part => {
    const text = textOf(code, statement, starts);
    const isDeclaration = statement.type === 'FunctionDeclaration' && starts.has(statement.start);
    if (isDeclaration) variables.push(text.replace(HEAD, ';var $2=($1').concat(');'));
    return { ...placeOf(statement), text: isDeclaration ? '' : text };
  });
  const top = directives.at(-1)?.end ?? (node.type === 'Program' ? node.start : node.start + 1);
  return joined(code, node, [{ start: top, end: top, text: variables.join('') }, ...rest]);
}

interface Part {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function placeOf({ start, end }: SyntaxNode): Pick<Part, 'start' | 'end'> {
  return { start, end };
}

/** The text of a node with that of some parts of it replaced, which are in order. */
function joined(code: string, { start, end }: SyntaxNode, parts: readonly Part[]): string {
  let text = '';
  let at = start;
  for (const part of parts) {
    // In `{ name }` the key and the value are the same place.
    if (part.start < at) continue;
    text += code.slice(at, part.start) + part.text;
    at = part.end;
  }
  return text + code.slice(at, end);
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return Object.values(node)
    .flat()
    .filter(isNode)
    .sort((left, right) => left.start - right.start);
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function isExpression({ type }: SyntaxNode): boolean {
  return type === 'FunctionExpression' || type === 'ArrowFunctionExpression';
}

/** Whether the function is one without the word `function`: `{ name() {} }`, `get name() {}`. */
function isMethod(parent: SyntaxNode, { start }: SyntaxNode): boolean {
  if (parent.type === 'MethodDefinition') return true;
  const isMember = parent.type === 'Property' && (parent['value'] as SyntaxNode).start === start;
  return isMember && (parent['method'] === true || parent['kind'] !== 'init');
}
