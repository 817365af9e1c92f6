import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SliceResult } from './report.ts';

/** The slices of a run that are done, kept in a file so that a later one goes on from there. */
export interface Progress {
  readonly path: string;
  find(slice: Pick<SliceResult, 'test' | 'engine' | 'slice' | 'seed'>): SliceResult | undefined;
  add(result: SliceResult): void;
}

/** One line of JSON a slice; a line that a crash cut off counts as not done. */
export function openProgress(folder: string, name: string): Progress {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.jsonl`);
  const results = existsSync(path) ? readFileSync(path, 'utf8').split('\n').flatMap(read) : [];
  return {
    path,
    find: ({ engine, seed, slice, test }) =>
      results.find(
        (known) =>
          known.test === test &&
          known.engine === engine &&
          known.slice === slice &&
          known.seed === seed,
      ),
    add(result) {
      results.push(result);
      appendFileSync(path, `${JSON.stringify(result)}\n`);
    },
  };
}

function read(text: string): SliceResult[] {
  try {
    return text === '' ? [] : [JSON.parse(text)];
  } catch {
    return [];
  }
}
