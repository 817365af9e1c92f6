import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { secondShellLines } from '../../src/demo/shell-words.ts';

test('the lines for a second shell make fleet the same program there, wherever it lies', () => {
  const folder = mkdtempSync(join(tmpdir(), "it's a folder "));
  const node = join(folder, 'node');
  copyFileSync('/bin/sh', node);
  const entry = join(folder, 'run.sh');
  writeFileSync(entry, 'echo "$FLEET_BASE_URL $*"\n');
  const lines = secondShellLines([node, entry], { FLEET_BASE_URL: 'http://127.0.0.1:1' });
  const script = ['shopt -s expand_aliases', ...lines, 'fleet cloud "a b"'].join('\n');
  const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect(stdout).toBe('http://127.0.0.1:1 cloud a b\n');
});
