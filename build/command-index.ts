// Writes what completion needs of our own commands besides their flags, from oclif.manifest.json:
// `node build/command-index.ts [FILE]`. The manifest itself takes longer to load than to complete a word.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const inTree = fileURLToPath(
  new URL('../src/commands/completion/command-index.json', import.meta.url),
);
const manifest = new URL('../oclif.manifest.json', import.meta.url);

interface Manifest {
  readonly commands: Readonly<Record<string, ManifestCommand>>;
}

interface ManifestCommand {
  readonly id: string;
  readonly summary?: string;
  readonly strict?: boolean;
  readonly args: Readonly<Record<string, { readonly options?: readonly string[] }>>;
}

const { commands } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
const index = Object.values(commands).map(({ args, id, strict, summary }) => {
  const choices = Object.entries(args).map(([name, { options }]) => [name, { options }]);
  if (choices.length === 0) return [id, { summary }];
  const again = strict === false ? { strict } : {};
  return [id, { summary, ...again, args: Object.fromEntries(choices) }];
});
const target = process.argv[2];
const file = target === undefined ? inTree : resolve(target);
writeFileSync(file, `${JSON.stringify(Object.fromEntries(index), null, 2)}\n`);
