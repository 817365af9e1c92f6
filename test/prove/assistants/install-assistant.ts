import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProvedAssistant } from './assistant.ts';

/**
 * Installs an assistant from npm into a folder of the proof and gives the words that start it, or as text why
 * there is none. No script of a package runs: those of Claude Code and opencode only copy the program of the
 * platform's package, which is started from there.
 */
export function installAssistant(
  { isNative, npmPackage, program, version }: ProvedAssistant,
  root: string,
): { readonly words: readonly string[] } | string {
  const folder = join(root, npmPackage.replace(/\W+/g, '-'));
  const modules = join(folder, 'node_modules');
  const path = join(modules, program);
  if (installedVersion(join(modules, npmPackage)) !== version) {
    mkdirSync(folder, { recursive: true });
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--prefix', folder];
    const { error, status, stderr } = spawnSync(
      'npm',
      ['install', ...flags, `${npmPackage}@${version}`],
      { cwd: folder, encoding: 'utf8' },
    );
    if (status !== 0) return `npm install: ${error?.message ?? stderr.trim().split('\n').at(-1)}`;
  }
  if (!existsSync(path)) return `${npmPackage} ${version} has no ${program} for this platform`;
  return { words: isNative ? [path] : [process.execPath, path] };
}

function installedVersion(packageFolder: string): string | undefined {
  const file = join(packageFolder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}
