import { analyse } from 'scslre';
import { isNode, type SourceFile, type SyntaxNode, walk } from './source.ts';

/**
 * Regular expressions of the program that may take more than linear time: what is matched comes from
 * servers, machines and senders, and while a pattern is at work nobody hears Ctrl-C.
 */
export function linearPatternFindings(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => /^(src|bin)\//.test(path))
    .flatMap((file) => {
      const found: string[] = [];
      walk(file.program, (node) => {
        const pattern = patternIn(node);
        if (pattern === undefined || isLinear(pattern)) return;
        const shown = `/${pattern.source}/${pattern.flags}`;
        found.push(
          `${file.path}:${file.lineAt(node.start)} ${shown} may take the square of the time`,
        );
      });
      return found;
    });
}

interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** A literal, or a `RegExp` that is made of one text. */
function patternIn(node: SyntaxNode): Pattern | undefined {
  const regex = node['regex'];
  if (node.type === 'Literal' && isPattern(regex)) {
    return { source: regex.pattern, flags: regex.flags };
  }
  const [source, flags] = Array.isArray(node['arguments']) ? node['arguments'] : [];
  const callee = node['callee'];
  if (node.type !== 'NewExpression' || !isNode(callee) || callee['name'] !== 'RegExp') {
    return undefined;
  }
  const text = textOf(source);
  return text === undefined ? undefined : { source: text, flags: textOf(flags) ?? '' };
}

function isPattern(value: unknown): value is { readonly pattern: string; readonly flags: string } {
  return typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value;
}

function textOf(node: unknown): string | undefined {
  return isNode(node) && typeof node['value'] === 'string' ? node['value'] : undefined;
}

function isLinear(pattern: Pattern): boolean {
  return analyse(pattern).reports.length === 0;
}
