import { posix } from 'node:path';
import type { SourceFile } from './source.ts';

/** Imports that may close a circle, each with the reason: a true recursion and nothing else. */
const ALLOWED: Readonly<Record<string, string>> = {};

/** What each file imports. */
type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * Files of `src/` that import each other in a circle, types included, a dynamic import not: one line
 * for each group of such files, with the shortest way round.
 */
export function circleFindings(
  files: readonly SourceFile[],
  allowed: Readonly<Record<string, string>> = ALLOWED,
): readonly string[] {
  const whole = importGraph(files);
  const graph = new Map(
    [...whole].map(([from, all]) => [from, all.filter((to) => !allowed[`${from} → ${to}`])]),
  );
  return [...circlesIn(graph), ...needlessIn(whole, allowed)];
}

function importGraph(files: readonly SourceFile[]): Graph {
  const known = new Set(files.map((file) => file.path).filter((path) => path.startsWith('src/')));
  return new Map(
    files
      .filter((file) => known.has(file.path))
      .map(({ path, imports }) => {
        const targets = imports
          .filter((entry) => !entry.dynamic && entry.specifier.startsWith('.'))
          .map((entry) => posix.join(posix.dirname(path), entry.specifier));
        return [path, [...new Set(targets)].filter((target) => known.has(target)).sort()];
      }),
  );
}

function circlesIn(graph: Graph): readonly string[] {
  const waiting = new Set([...graph.keys()].sort());
  const found: string[] = [];
  for (const start of waiting) {
    const reached = reachedFrom(graph, start);
    if (!reached.has(start)) continue;
    const group = [...reached].filter((path) => reachedFrom(graph, path).has(start));
    for (const path of group) waiting.delete(path);
    const [shortest] = group
      .map((path) => shortestWay(graph, path, path))
      .sort((a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1));
    if (shortest) found.push(`${shortest.join(' → ')} is a circle of imports`);
  }
  return found;
}

function reachedFrom(graph: Graph, start: string): ReadonlySet<string> {
  const reached = new Set(graph.get(start));
  for (const path of reached) for (const next of graph.get(path) ?? []) reached.add(next);
  return reached;
}

/** The files from `start` to `end` by the fewest imports, at least one; empty where there is no way. */
function shortestWay(graph: Graph, start: string, end: string): readonly string[] {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of graph.get(way.at(-1) ?? '') ?? []) {
      if (next === end) return [...way, next];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return [];
}

function needlessIn(graph: Graph, allowed: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(allowed)
    .filter((arrow) => {
      const [from = '', to = ''] = arrow.split(' → ');
      return !graph.get(from)?.includes(to) || shortestWay(graph, to, from).length === 0;
    })
    .map((arrow) => `${arrow} is allowed as part of a circle and is not`);
}
