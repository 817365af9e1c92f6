// Bundles src into dist: `node build/build.ts [--clean]`. One CommonJS file for each program with all that
// it always needs, and chunks beside them, because start-up is cheapest that way.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type InputOptions, rolldown } from 'rolldown';
import { bundling } from './bundling.ts';
import { calledFunctions } from './called-functions.ts';
import { compileEagerly } from './compile-eagerly.ts';
import { PROGRAMS } from './programs.ts';
import { runtimeIn } from './runtime-in.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');

/** With its imports the first file of `fleet`: what help, completion and a call have in common. */
const FIRST =
  /[\\/]src[\\/](main|(.*[\\/])?(flag-table|command-name|confirmation|id-kind|names-file|kept-name|flag-descriptors|sanitise|check-schema|shell-word))\.ts$/;

/** What is loaded together beside a program's own file; more specific than what bundling finds by itself. */
const TOGETHER = [
  { name: 'call', test: /[\\/]commands[\\/](operation[\\/]call|service-client)\.ts$/ },
  { name: 'help', test: /[\\/]commands[\\/]operation[\\/]help\.ts$/ },
  {
    name: 'live-names',
    test: /[\\/](live-names|known-names)\.ts$/,
    includeDependenciesRecursively: false,
  },
];

/** How long chunks of earlier builds stay, for programs that were started from them; not in a package. */
const OLD_CHUNK_MS = process.argv.includes('--clean') ? -1 : 10 * 60_000;

await build();

async function build(): Promise<void> {
  const next = `${dist}.next-${process.pid}`;
  try {
    for (const program of Object.keys(PROGRAMS)) await bundle(program, next);
    await markCalled(next);
    await swapIn(next);
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

function optionsOf(program: string): InputOptions {
  const options = bundling(root);
  return { ...options, plugins: [options.plugins, runtimeIn(`${program}.cjs`)] };
}

async function bundle(program: string, folder: string): Promise<void> {
  const bundled = await rolldown({
    input: { [program]: PROGRAMS[program] ?? '' },
    ...optionsOf(program),
    preserveEntrySignatures: 'allow-extension',
  });
  await bundled.write({
    dir: folder,
    format: 'cjs',
    minify: true,
    // One character beyond Latin-1 has V8 keep a whole file in two bytes a character.
    charset: 'ascii',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    codeSplitting: {
      groups:
        program === 'cli'
          ? [{ name: program, test: FIRST }, ...TOGETHER]
          : [{ name: program, tags: ['$initial'] }],
    },
  });
  await bundled.close();
}

/** Has the functions that most runs call compiled with their file, and so kept in the compile cache. */
async function markCalled(folder: string): Promise<void> {
  for (const [file, starts] of await calledFunctions(folder)) {
    await writeFile(file, compileEagerly(await readFile(file, 'utf8'), starts));
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
