// Writes oclif.manifest.json from the commands in src: `node build/manifest.ts [FILE]`.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAME = 'oclif.manifest.json';
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = resolve(process.argv[2] ?? join(root, NAME));

// oclif writes into the folder of the package, which here may be somebody's working tree.
const copy = mkdtempSync(join(tmpdir(), 'fleet-manifest-'));
try {
  copyFileSync(join(root, 'package.json'), join(copy, 'package.json'));
  for (const folder of ['src', 'node_modules']) symlinkSync(join(root, folder), join(copy, folder));
  const oclif = join(root, 'node_modules', 'oclif', 'bin', 'run.js');
  execFileSync(process.execPath, [oclif, 'manifest', copy], { cwd: copy, stdio: 'pipe' });
  copyFileSync(join(copy, NAME), target);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
