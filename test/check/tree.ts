import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSource, type SourceFile } from './source.ts';

/** Root of the repository. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Every file that is or would be tracked, relative to the root. */
export function listFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((path) => isFile(path));
}

/** All code of `paths`, parsed; a file that does not parse is a finding instead. */
export function readCode(paths: readonly string[]): {
  readonly files: readonly SourceFile[];
  readonly findings: readonly string[];
} {
  const files: SourceFile[] = [];
  const findings: string[] = [];
  for (const path of paths.filter((name) => /\.(ts|js)$/.test(name))) {
    try {
      files.push(readSource(ROOT, path));
    } catch (error) {
      findings.push(String(error instanceof Error ? error.message : error).split('\n')[0] ?? path);
    }
  }
  return { files, findings };
}

/** Not so for a file that was deleted and is still tracked, nor for a link to a folder. */
function isFile(path: string): boolean {
  return path !== '' && statSync(`${ROOT}/${path}`, { throwIfNoEntry: false })?.isFile() === true;
}
