import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Generated files that are tracked, each with the script that writes it to a path. */
const GENERATED: Readonly<Record<string, string>> = {
  'src/client/catalogue/snapshot.json': 'build/snapshot.ts',
  'oclif.manifest.json': 'build/manifest.ts',
  'src/commands/completion/command-index.json': 'build/command-index.ts',
  'server.json': 'build/server-json.ts',
  'THIRD-PARTY-NOTICES.txt': 'build/notices.ts',
};

/** Generated files that differ from what their script writes now, in the tree below `root`. */
export function generatedFindings(root: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-check-'));
  try {
    return Object.entries(GENERATED).flatMap(([path, script]) => {
      const fresh = join(folder, basename(path));
      try {
        execFileSync(process.execPath, [script, fresh], { cwd: root, stdio: 'pipe' });
      } catch (error) {
        const [line = ''] =
          String(Reflect.get(Object(error), 'stderr')).match(/^\w*Error.*$/m) ?? [];
        return [`${script} cannot write ${path}: ${line.replaceAll(`${root}/`, '')}`];
      }
      const tracked = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '';
      if (tracked === readFileSync(fresh, 'utf8')) return [];
      return [`${path} is not up to date; write it with: node ${script}`];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
