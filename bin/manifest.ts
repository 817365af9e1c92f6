// Writes oclif.manifest.json, the list of our own commands: `node bin/manifest.ts [FILE]`.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = new URL('../src/commands/manifest-source.ts', import.meta.url);
const oclif = join(root, 'node_modules/oclif/bin/run.js');
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

// oclif removes the manifest before it writes one, so it works in a folder of its own.
const folder = mkdtempSync(join(tmpdir(), 'fleet-manifest-'));
try {
  const commands = { ...own.oclif.commands, target: './commands.js' };
  const plugin = { ...own, oclif: { ...own.oclif, commands } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(plugin));
  writeFileSync(join(folder, 'commands.js'), `export { default } from '${source.href}';\n`);
  const { status, stderr } = spawnSync(process.execPath, [oclif, 'manifest'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`oclif manifest ended with ${status}: ${stderr.trim()}`);
  const written = join(folder, 'oclif.manifest.json');
  copyFileSync(written, resolve(process.argv[2] ?? join(root, 'oclif.manifest.json')));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
