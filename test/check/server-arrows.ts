import { posix } from 'node:path';
import { ARROWS, type ArrowTable } from './arrow-tables.ts';
import { namesIn } from './arrows.ts';
import { identifierName, type SourceFile, walk } from './source.ts';

/** The list of all operations: who imports one goes through it. */
const OPERATION_LIST = 'src/server/operations.ts';

/** Lists beside the folders that the topmost folders work with. */
const LISTS = new Set([OPERATION_LIST, 'src/server/reactions.ts']);

/** Beside the folders, and yet below them: what a service has, and the error of a refusal. */
const LEAVES = new Set(['src/server/service.ts', 'src/server/refusal.ts']);

/**
 * Imports inside of `src/server/` that go up the order of its folders. An operation may use every
 * subject; nothing imports an operation but the list of all, which only the topmost folders import.
 * The files beside the folders put the server together: they may import everything, and no folder
 * imports them but the two leaves, and the topmost folders the lists.
 */
export function serverArrowFindings(
  files: readonly SourceFile[],
  table: ArrowTable = ARROWS,
): readonly string[] {
  if (table.server === undefined) return [];
  const steps = table.server.split('→').map(namesIn);
  const operations = new Set(files.filter(definesOperation).map((file) => file.path));
  const inside = files.filter((file) => file.path.startsWith('src/'));
  return inside.flatMap((file) => {
    const from = folderOf(file.path);
    if (from && stepOf(steps, from) < 0) {
      return [`${file.path} stands in no folder of the server's order`];
    }
    return file.imports.flatMap(({ specifier, line }) => {
      const target = posix.join(posix.dirname(file.path), specifier);
      const reason = specifier.startsWith('.')
        ? reasonOf(file.path, target, steps, operations)
        : null;
      return reason === null ? [] : [`${file.path}:${line} ${reason}`];
    });
  });
}

/** What is wrong with the import of `target` in `path`; null where nothing is. */
function reasonOf(
  path: string,
  target: string,
  steps: readonly (readonly string[])[],
  operations: ReadonlySet<string>,
): string | null {
  const [from, to] = [folderOf(path), folderOf(target)];
  if (operations.has(target)) {
    return path === OPERATION_LIST ? null : `imports the operation ${target}`;
  }
  if (from === null || to === null || from === '' || from === to) return null;
  const [upper, lower] = [stepOf(steps, from), stepOf(steps, to)];
  if (to === '') {
    if (LEAVES.has(target)) return null;
    const mayList = LISTS.has(target) && upper === 0;
    return mayList ? null : `server/${from} may not import ${target}`;
  }
  const isSubject = lower > 0 && lower < steps.length - 1;
  const reach = operations.has(path) && isSubject ? 0 : upper;
  return lower < reach ? `server/${from} may not import server/${to}` : null;
}

/** The folder in `src/server/`; '' for a file beside the folders, null for one of another program. */
function folderOf(path: string): string | null {
  const [, folder = ''] = /^src\/server\/(?:([\w-]+)\/)?/.exec(path) ?? [];
  return path.startsWith('src/server/') ? folder : null;
}

/** How far down a folder stands; -1 where it is not in the order. */
function stepOf(steps: readonly (readonly string[])[], folder: string): number {
  return steps.findIndex((step) => step.includes(folder));
}

function definesOperation({ path, program }: SourceFile): boolean {
  let found = false;
  walk(program, (node) => {
    if (node.type === 'CallExpression')
      found ||= identifierName(node['callee']) === 'defineOperation';
  });
  return found && path.startsWith('src/server/');
}
