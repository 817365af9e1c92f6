import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One file that a thread or process of its own is started from. */
interface EntryPlace {
  /** Its source below `src`, as in `server/database/sqlite/reader-worker.ts`. */
  readonly source: string;
  /** The name of its bundle in `dist`, as `build/build.ts` makes it. */
  readonly bundle: string;
}

/** The path of an entry: its source where this runs from `src`, else its bundle, above the chunks. */
export function entryFile({ source, bundle }: EntryPlace): string {
  const here = fileURLToPath(import.meta.url);
  const folder = dirname(here);
  if (extname(here) === '.ts') return join(dirname(dirname(folder)), source);
  const beside = join(folder, bundle);
  return existsSync(beside) ? beside : join(dirname(folder), bundle);
}
