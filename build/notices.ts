// Writes the notices of everything that is bundled, as its licences ask for: `node build/notices.ts [FILE]`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BundledPackage, bundledPackages } from './bundled-packages.ts';

const NAME = 'THIRD-PARTY-NOTICES.txt';
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = await bundledPackages(root);

const text = [
  'The programs in dist/ have code of these packages in them.',
  "Where a licence asks for the source code: it is npm's package of that name and version, unchanged.",
  '',
  ...packages.map((each) => `  ${heading(each)}`),
  ...packages.flatMap((each) => ['', '-'.repeat(78), '', heading(each), '', ...noticesOf(each)]),
  '',
].join('\n');
writeFileSync(resolve(process.argv[2] ?? join(root, NAME)), text);

function heading({ license, name, version }: BundledPackage): string {
  return `${name} ${version}${license === undefined ? '' : ` (${license})`}`;
}

/** What stands in its own files; some packages have none, and name their authors in package.json alone. */
function noticesOf({ folder, license, name }: BundledPackage): readonly string[] {
  const files = readdirSync(folder)
    .filter((name) => LICENCE_FILE.test(name))
    .sort();
  if (files.length > 0) {
    return files.map((file) => clean(readFileSync(join(folder, file), 'utf8')));
  }
  if (license === undefined) throw new Error(`${name} names no licence`);
  const { author, contributors = [] } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const people = [author, ...contributors]
    .map((one) => String(one?.name ?? one ?? '').replace(/ *<.*/, ''))
    .filter((one) => one !== '');
  return [`Licensed under ${license}. By ${people.join(', ') || 'its contributors'}.`];
}

function clean(notice: string): string {
  return notice
    .replaceAll('\r\n', '\n')
    .replace(/[ \t]+$/gm, '')
    .trim();
}
