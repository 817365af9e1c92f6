// Makes a release: `npm run release` does every step and uploads the package, `npm run release -- --dry-run`
// all but the upload. What it makes is in release/.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledPackages } from '../bundled-packages.ts';
import { billOfPackage } from './bill-of-materials.ts';
import { type Publisher, releaseFaults } from './faults.ts';
import { stage } from './stage.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const out = join(root, 'release');
const isRehearsal = process.argv.includes('--dry-run');
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const publisher: Publisher = JSON.parse(
  readFileSync(join(root, 'build', 'publisher.json'), 'utf8'),
);
const faults = releaseFaults({
  publisher,
  version,
  changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  changed: lines(run('git', ['status', '--porcelain'])),
});
if (faults.length > 0 && !isRehearsal) {
  process.stderr.write(`release: refused\n${faults.map((fault) => `  ${fault}\n`).join('')}`);
  process.exitCode = 1;
} else {
  await release();
}

async function release(): Promise<void> {
  step('types, lint, generated files', () => show('node', ['test/check/run.ts']));
  step('the whole test suite', () => show('node', ['test/run.ts']));
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  const tarball = step('the package', pack);
  step('the bundle for desktop assistants', () =>
    run('node', ['build/package-mcpb.ts', join(out, `fleet-${version}.mcpb`)]),
  );
  const bundled = await bundledPackages(root);
  step('the bill of materials', () => {
    const made = run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']);
    const bill = billOfPackage(JSON.parse(made), bundled);
    writeFileSync(join(out, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
  });
  step('checksums', () => {
    const sums = readdirSync(out).map((file) => `${hashOf(join(out, file))}  ${file}\n`);
    writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
  });
  step('the package installs, and starts', () => install(tarball));
  const upload = ['publish', tarball, '--access', 'public'];
  if (!isRehearsal) {
    step('upload', () => show('npm', upload));
    return;
  }
  step('what would be uploaded', () => show('npm', [...upload, '--dry-run']));
  process.stdout.write(`release: rehearsed ${name} ${version}, nothing was uploaded\n`);
  if (faults.length > 0) {
    process.stdout.write(
      `A release would be refused:\n${faults.map((one) => `  ${one}\n`).join('')}`,
    );
  }
}

/** Packs as npm does, puts in what is known of the publisher, and packs again; gives the file. */
function pack(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-release-'));
  try {
    run('npm', ['pack', '--silent', '--pack-destination', folder]);
    const [first = ''] = readdirSync(folder);
    run('tar', ['-xzf', join(folder, first), '-C', folder]);
    stage(join(folder, 'package'), publisher, new Date().getUTCFullYear());
    run('npm', ['pack', '--silent', '--pack-destination', out], join(folder, 'package'));
    return join(out, first);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function install(tarball: string): void {
  const prefix = mkdtempSync(join(tmpdir(), 'fleet-release-'));
  try {
    run('npm', ['install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', tarball]);
    const printed = run(join(prefix, 'bin', 'fleet'), ['--version']);
    if (printed !== `fleet ${version}\n`) throw new Error(`fleet --version printed ${printed}`);
    readFileSync(join(prefix, 'share', 'man', 'man1', 'fleet.1'));
  } finally {
    rmSync(prefix, { recursive: true, force: true });
  }
}

function step<Result>(title: string, work: () => Result): Result {
  process.stdout.write(`release: ${title}\n`);
  return work();
}

function run(command: string, args: readonly string[], cwd = root): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

/** Runs it before one's eyes. Throws `Error` where it fails. */
function show(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}
