// Bundles src into dist: `node bin/build.ts [--clean]`. One CommonJS file an entry and split chunks beside
// them, because start-up is cheapest that way and a command loads only what it uses.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');

const ENTRIES = {
  cli: 'src/main.ts',
  bridge: 'src/bridge/start.ts',
  server: 'src/server/start.ts',
  'server-reader': 'src/server/store/reader-worker.ts',
  machine: 'src/machine/start.ts',
  demo: 'src/demo/start.ts',
};

/** Native code, and what its package loads only where it is installed. */
const OUTSIDE = ['@napi-rs/keyring', 'pg-native'];

/**
 * Modules that oclif core imports for features that are not ours, each with what stands in: plugin
 * discovery on disk, TypeScript projects, spinners, WSL detection. `ejs` is left out for safety as
 * well: no text of a server can ever become a template in a bundle that has no template engine.
 */
const LEFT_OUT: Readonly<Record<string, string>> = {
  ejs: 'export default { render: (text) => text };',
  tinyglobby: 'export const glob = async () => [];',
  minimatch: 'export const minimatch = () => false;',
  lilconfig: 'export const lilconfig = () => ({ search: async () => null });',
  typescript: 'export default {};',
  'cli-spinners': 'export default { dots2: { frames: [""] }, line: { frames: [""] } };',
  'wsl-utils': 'export const isWsl = false; export const powerShellPath = undefined;',
};

/** Its main file finds its parts at run time, which no bundler can follow; its modules do not. */
const ALIAS = { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' };

/** Parts of undici that our connections switch off (`client/connections.ts`): HTTP/2, a second parser. */
const SWITCHED_OFF = /[\\/]undici[\\/]lib[\\/](dispatcher[\\/]client-h2|milo[\\/](no-)?simd)\.js$/;

const leaveOut: Plugin = {
  name: 'leave-out',
  resolveId(source, importer) {
    const byOclif = importer?.includes(join('@oclif', 'core'));
    return byOclif && Object.hasOwn(LEFT_OUT, source) ? `\0${source}` : null;
  },
  load(id) {
    if (SWITCHED_OFF.test(id)) return 'module.exports = undefined;';
    return id.startsWith('\0') ? (LEFT_OUT[id.slice(1)] ?? null) : null;
  },
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
      cwd: root,
      platform: 'node',
      external: OUTSIDE,
      resolve: { alias: ALIAS },
      plugins: [leaveOut],
      transform: { target: 'node22.19' },
      logLevel: 'warn',
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
