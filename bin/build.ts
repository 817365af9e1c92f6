// Bundles src into dist: `node bin/build.ts [--clean]`. One CommonJS file an entry and split chunks beside
// them, because start-up is cheapest that way and a command loads only what it uses.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { bundling } from './bundling.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');

const ENTRIES = {
  cli: 'src/main.ts',
  bridge: 'src/mcp.ts',
  server: 'src/server/start.ts',
  'server-reader': 'src/server/database/sqlite/reader-worker.ts',
  keychain: 'src/profile/keychain-process.ts',
  machine: 'src/machine/start.ts',
  demo: 'src/demo/start.ts',
};

/** How long chunks of earlier builds stay, for programs that were started from them; not in a package. */
const OLD_CHUNK_MS = process.argv.includes('--clean') ? -1 : 10 * 60_000;

await build();

async function build(): Promise<void> {
  const next = `${dist}.next-${process.pid}`;
  try {
    const bundle = await rolldown({
      input: Object.fromEntries(
        Object.entries(ENTRIES).filter(([, file]) => existsSync(join(root, file))),
      ),
      ...bundling(root),
    });
    await bundle.write({
      dir: next,
      format: 'cjs',
      minify: true,
      entryFileNames: '[name].cjs',
      chunkFileNames: 'chunks/[name]-[hash].cjs',
    });
    await bundle.close();
    await swapIn(next);
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

/**
 * Puts a finished build in place while others read the old one: chunks first, whose names change
 * with their content, then each entry by a rename.
 */
async function swapIn(next: string): Promise<void> {
  const files = (await readdir(next, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(next.length + 1));
  const chunks = files.filter((file) => file.startsWith('chunks'));
  const entries = files.filter((file) => !file.startsWith('chunks'));
  await mkdir(join(dist, 'chunks'), { recursive: true });
  for (const file of [...chunks, ...entries]) await rename(join(next, file), join(dist, file));
  for (const name of await readdir(join(dist, 'chunks'))) {
    const file = join('chunks', name);
    if (chunks.includes(file)) continue;
    const { mtimeMs } = await stat(join(dist, file));
    if (Date.now() - mtimeMs > OLD_CHUNK_MS) await rm(join(dist, file), { force: true });
  }
}
