import { isTestCall } from '../check/sizes.ts';
import { identifierName, isNode, type SourceFile, walk } from '../check/source.ts';

export interface Citations {
  /** Cited ids, each with the files that cite it. */
  readonly byId: ReadonlyMap<string, readonly string[]>;
  /** Citations that prove nothing: computed ids, or files without a test. */
  readonly findings: readonly string[];
}

/** Reads the `proves('ID', …)` calls of test files, or those of another `callee`, from their text. */
export function readCitations(files: readonly SourceFile[], callee = 'proves'): Citations {
  const byId = new Map<string, string[]>();
  const findings: string[] = [];
  for (const file of files) {
    const { ids, computed, tests } = readFile(file, callee);
    if (computed > 0) findings.push(`${file.path} cites ${computed} computed ids`);
    if (ids.length > 0 && tests === 0) findings.push(`${file.path} cites ids and has no test`);
    else for (const id of ids) byId.set(id, [...(byId.get(id) ?? []), file.path]);
  }
  return { byId, findings };
}

function readFile(file: SourceFile, callee: string) {
  const ids: string[] = [];
  let computed = 0;
  let tests = 0;
  walk(file.program, (node) => {
    if (isTestCall(node)) tests += 1;
    if (node.type !== 'CallExpression' || identifierName(node['callee']) !== callee) return;
    for (const argument of [node['arguments']].flat()) {
      const value = isNode(argument) && argument.type === 'Literal' ? argument['value'] : null;
      if (typeof value === 'string') ids.push(value);
      else computed += 1;
    }
  });
  return { ids, computed, tests };
}
