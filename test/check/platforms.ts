import {
  identifierName,
  isNode,
  nodesIn,
  type SourceFile,
  type SyntaxNode,
  walk,
} from './source.ts';

/** Where Node is asked for the system; what starts before our modules are there asks by itself. */
const MAY_ASK = ['src/base/platform.ts', 'bin/run.js', 'build/setup.js'];

/** Where systems are told apart, a folder a kind; the platform is a parameter there. */
const MAY_DIFFER = [
  'src/base/disk/',
  'src/base/paths/',
  'src/base/processes/',
  'src/base/shells/',
  'src/bridge/assistants/',
  'src/profile/keychain/',
];

const FACTS = /^(platform|EOL|type|version)$/;

/** Files that ask Node for the system, or tell systems apart, outside of the few places that may. */
export function platformFindings(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => /^(src|bin|build)\//.test(path) && !MAY_ASK.includes(path))
    .flatMap((file) => {
      const mayDiffer =
        !file.path.startsWith('src/') || MAY_DIFFER.some((folder) => file.path.startsWith(folder));
      const found: string[] = [];
      walk(file.program, (node) => {
        const what = asks(node) ?? (mayDiffer ? undefined : differs(node));
        if (what !== undefined) found.push(`${file.path}:${file.lineAt(node.start)} ${what}`);
      });
      return found;
    });
}

function asks(node: SyntaxNode): string | undefined {
  const sentence = 'asks Node for the system; take it as a parameter (src/base/platform.ts)';
  const isMember =
    node.type === 'MemberExpression' && isFact(node['object'], identifierName(node['property']));
  const pattern = node['id'];
  const isTaken =
    node.type === 'VariableDeclarator' &&
    isNode(pattern) &&
    nodesIn(pattern['properties']).some((each) =>
      isFact(node['init'], identifierName(each['key'])),
    );
  return isMember || isTaken || isImported(node, /^(node:)?(os|process)$/, FACTS)
    ? sentence
    : undefined;
}

function isFact(object: unknown, name: string | null): boolean {
  if (identifierName(object) === 'process') return name === 'platform';
  return identifierName(object) === 'os' && FACTS.test(name ?? '');
}

function differs(node: SyntaxNode): string | undefined {
  const isNamed = node.type === 'Literal' && /^(win32|darwin)$/.test(String(node['value']));
  const isRule = isImported(node, /^(node:)?path$/, /^(win32|posix)$/);
  return isNamed || isRule
    ? `tells systems apart, which belongs to ${MAY_DIFFER.join(', ')}`
    : undefined;
}

function isImported(node: SyntaxNode, from: RegExp, names: RegExp): boolean {
  const source = node['source'];
  if (node.type !== 'ImportDeclaration' || !isNode(source)) return false;
  return (
    from.test(String(source['value'])) &&
    nodesIn(node['specifiers']).some((each) => names.test(identifierName(each['imported']) ?? ''))
  );
}
