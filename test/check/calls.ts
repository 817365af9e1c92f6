import { isTestCall } from './sizes.ts';
import { identifierName, isNode, type SourceFile, type SyntaxNode, walk } from './source.ts';

/** Calls and comments that are never finished work. */
export function callFindings(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => {
    const found = file.comments
      .filter((comment) => /\b(TODO|FIXME|XXX)\b/.test(comment.value))
      .map((comment) => `${file.path}:${file.lineAt(comment.start)} has an open task in a comment`);
    walk(file.program, (node) => {
      const finding = findingOf(node);
      if (finding !== null) found.push(`${file.path}:${file.lineAt(node.start)} ${finding}`);
    });
    return found;
  });
}

function findingOf(node: SyntaxNode): string | null {
  if (node.type !== 'CallExpression') return null;
  const callee = node['callee'];
  if (!isNode(callee)) return null;
  const property = identifierName(callee['property']);
  if (identifierName(callee['object']) === 'console') {
    return `calls console.${property}; write to the stream that was handed in`;
  }
  if (isTestCall(node) && /^(skip|only|todo|fails|skipIf|runIf)$/.test(property ?? '')) {
    return `uses .${property}; a test that cannot run says why with ({ skip }) => skip(…, 'reason')`;
  }
  return identifierName(callee) === 'expect' && isConstant(node) ? 'expects a constant' : null;
}

function isConstant(call: SyntaxNode): boolean {
  const values = call['arguments'];
  return Array.isArray(values) && isNode(values[0]) && typeof values[0]['value'] === 'boolean';
}
