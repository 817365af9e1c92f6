// Breaks a copy of src in small ways, one at a time, and sees whether the tests notice. A break that
// no test notices is a survivor, and the proof fails. It touches nothing but the copy.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../check/tree.ts';
import { MUTATIONS, type Mutation } from './mutation-list.ts';

const RUN_MS_MAX = 120_000;

const copy = mkdtempSync(join(tmpdir(), 'fleet-mutations-'));
try {
  copyTree();
  refuseRedTests();
  const survivors = MUTATIONS.filter((mutation) => !isNoticed(mutation));
  process.stdout.write(`${MUTATIONS.length} breaks, ${survivors.length} unnoticed\n`);
  process.exitCode = survivors.length === 0 ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function copyTree(): void {
  for (const name of [
    'bin',
    'build',
    'src',
    'test',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ]) {
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  }
  for (const name of ['node_modules', 'dist']) symlinkSync(join(ROOT, name), join(copy, name));
}

/** Breaks the copy, runs the tests that ought to notice, and mends it again. */
function isNoticed(mutation: Mutation): boolean {
  const path = join(copy, mutation.file);
  const sound = readFileSync(path, 'utf8');
  const broken = sound.replace(mutation.from, () => mutation.to);
  if (broken === sound) return report(mutation, false, 'the text to break is not in the file');
  writeFileSync(path, broken);
  const noticed = !passes(mutation.tests);
  writeFileSync(path, sound);
  return report(mutation, noticed, 'no test notices');
}

/** A test that fails anyway notices nothing, so all of them have to pass on the sound copy. */
function refuseRedTests(): void {
  const filters = new Set(MUTATIONS.flatMap(({ tests }) => tests));
  const red = [...filters].filter((filter) => !passes([filter]));
  if (red.length > 0) throw new Error(`these fail without a break: ${red.join(', ')}`);
}

function passes(filters: readonly string[]): boolean {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--bail=1', '--reporter=dot', ...filters],
    { cwd: copy, timeout: RUN_MS_MAX, stdio: 'ignore' },
  );
  return status === 0;
}

function report(mutation: Mutation, noticed: boolean, otherwise: string): boolean {
  const { file, from, to } = mutation;
  process.stdout.write(
    `${noticed ? 'noticed ' : otherwise.toUpperCase()}: ${file}: ${from} → ${to}\n`,
  );
  return noticed;
}
