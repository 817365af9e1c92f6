import { posix } from 'node:path';
import type { ImportOf, SourceFile } from './source.ts';

/**
 * The rooms that each room may import, and those it may reach by dynamic import only (or for types,
 * which load nothing).
 */
const ARROWS: Readonly<Record<string, { readonly plain: string; readonly dynamic?: string }>> = {
  commands: {
    plain: 'terminal flow flags render profile client contract base',
    dynamic: 'server machine demo bridge',
  },
  terminal: { plain: 'profile render client contract base' },
  flow: { plain: 'client sealing profile contract base' },
  flags: { plain: 'contract base' },
  client: { plain: 'contract base' },
  profile: { plain: 'contract base' },
  bridge: { plain: 'client profile render contract base' },
  server: { plain: 'sealing contract base' },
  machine: { plain: 'sealing contract base' },
  demo: { plain: 'contract base', dynamic: 'server machine' },
  sealing: { plain: 'contract base' },
  render: { plain: 'contract base' },
  contract: { plain: 'base' },
  base: { plain: '' },
};

/** `src/main.ts` is the rim above the commands; what the commands may import, it may import too. */
const MAIN = { plain: `commands ${ARROWS['commands']?.plain}`, dynamic: 'bridge' };

/** Data beside `src/` that the program carries in its bundle. */
const ROOT_DATA = new Set(['package.json', 'oclif.manifest.json']);

/** Imports that go against the arrows of the architecture, one line each. */
export function arrowFindings(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter((file) => file.path.startsWith('src/'))
    .flatMap((file) => file.imports.flatMap((entry) => findingOf(file.path, entry)));
}

function findingOf(path: string, entry: ImportOf): readonly string[] {
  const from = roomOf(path);
  const arrows = from === 'main' ? MAIN : ARROWS[from];
  const where = `${path}:${entry.line}`;
  if (!arrows) return [`${where} stands in no room of the architecture`];
  if (!entry.specifier.startsWith('.')) {
    return from === 'contract' ? [`${where} contract imports ${entry.specifier}`] : [];
  }
  const target = posix.join(posix.dirname(path), entry.specifier);
  const to = target.startsWith('src/') ? roomOf(target) : null;
  if (to === null) return ROOT_DATA.has(target) ? [] : [`${where} imports ${target}`];
  if (to === from || arrows.plain.split(' ').includes(to)) return [];
  if (!arrows.dynamic?.split(' ').includes(to)) return [`${where} ${from} may not import ${to}`];
  return entry.dynamic || entry.typesOnly
    ? []
    : [`${where} ${from} may import ${to} by dynamic import only`];
}

/** The room of a path below `src/`: its folder, or the file's name for a file beside the rooms. */
function roomOf(path: string): string {
  const [, first = ''] = path.split('/');
  return first.replace(/\.ts$/, '');
}
