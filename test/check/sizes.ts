import { identifierName, isNode, type SourceFile, type SyntaxNode, walk } from './source.ts';

const FILE_LINES_MAX = 250;
const DATA_FILE_LINES_MAX = 400;
const FUNCTION_LINES_MAX = 70;

/** Files of nothing but data: the requirements. */
const DATA_FILE = /^test\/requirements\/[a-z-]+\.ts$/;

/** Files and functions that grew beyond one thing. */
export function sizeFindings(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => [...longFile(file), ...longFunctions(file)]);
}

function longFile({ path, text }: SourceFile): readonly string[] {
  const lines = text.split('\n').length - 1;
  const most = DATA_FILE.test(path) ? DATA_FILE_LINES_MAX : FILE_LINES_MAX;
  return lines > most ? [`${path} has ${lines} lines, at most ${most}`] : [];
}

function longFunctions(file: SourceFile): readonly string[] {
  const found: string[] = [];
  walk(file.program, (node, parent) => {
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type))
      return;
    const first = file.lineAt(node.start);
    const lines = file.lineAt(node.end) - first + 1;
    if (lines <= FUNCTION_LINES_MAX) return;
    const name = nameOf(node, parent);
    found.push(`${file.path}:${first} ${name} has ${lines} lines, at most ${FUNCTION_LINES_MAX}`);
  });
  return found;
}

function nameOf(node: SyntaxNode, parent: SyntaxNode | null): string {
  const own = identifierName(node['id']);
  return own ?? identifierName(parent?.['id']) ?? identifierName(parent?.['key']) ?? 'a function';
}

/** Whether `node` is a call of `test`, `it` or `describe`, also through a member such as `.each`. */
export function isTestCall(node: SyntaxNode): boolean {
  if (node.type !== 'CallExpression') return false;
  let callee: unknown = node['callee'];
  while (isNode(callee) && identifierName(callee) === null)
    callee = callee['object'] ?? callee['callee'];
  return ['test', 'it', 'describe'].includes(identifierName(callee) ?? '');
}
