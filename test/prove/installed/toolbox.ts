import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What npm brings into a folder of its own: other Nodes, other package managers, other runtimes. */
const TOOLS = {
  'node-22.19': 'npm:node@22.19.0',
  'node-26': 'npm:node@26.10.0',
  pnpm: '12.21.0',
  '@yarnpkg/cli-dist': '4.18.1',
  bun: '1.4.5',
  deno: '2.9.6',
} as const;

/** Their install scripts bring the program itself, from npm. */
const WITH_SCRIPT = ['node', 'pnpm', 'bun', 'deno'];

/** Installs the tools below `folder`, once, and gives where each is. */
export function bringTools(folder: string): (name: keyof typeof TOOLS) => string {
  const modules = join(folder, 'node_modules');
  if (!Object.keys(TOOLS).every((name) => existsSync(join(modules, name)))) {
    mkdirSync(folder, { recursive: true });
    const description = {
      private: true,
      dependencies: TOOLS,
      allowScripts: Object.fromEntries(WITH_SCRIPT.map((name) => [name, true])),
    };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(description));
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', ...quiet], { cwd: folder, stdio: 'inherit' });
  }
  return (name) => {
    if (name.startsWith('node-')) return join(modules, name, 'bin', 'node');
    return join(modules, '.bin', name === '@yarnpkg/cli-dist' ? 'yarn' : name);
  };
}
