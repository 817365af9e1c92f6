import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A way to install the package and to start it. */
export interface Manager {
  readonly name: string;
  readonly install: readonly string[];
  /** What comes before the words of `fleet`. */
  readonly start: readonly string[];
}

const BINARY = join('node_modules', '.bin', 'fleet');

/** Every package manager, by where its program is. */
export function managersOf(programs: {
  readonly pnpm: string;
  readonly yarn: string;
  readonly bun: string;
  readonly deno: string;
}): readonly Manager[] {
  const { bun, deno, pnpm, yarn } = programs;
  const entry = join('node_modules', '@fleet-cloud', 'cli', 'bin', 'run.js');
  return [
    { name: 'npm', install: ['npm', 'install', '--no-audit', '--no-fund'], start: [BINARY] },
    { name: 'pnpm', install: [pnpm, 'add'], start: [BINARY] },
    { name: 'Yarn', install: [yarn, 'add'], start: [yarn, 'fleet'] },
    { name: 'Bun', install: [bun, 'add'], start: [BINARY] },
    {
      name: 'Deno, which runs what npm installed',
      install: ['npm', 'install'],
      start: [deno, 'run', '-A', entry],
    },
  ];
}

/** Installs the tarball into an empty project at `folder`; gives a function that runs `fleet` there. */
export function installWith(
  manager: Manager,
  { folder, tarball, env }: { folder: string; tarball: string; env: NodeJS.ProcessEnv },
): (words: readonly string[]) => string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"project","private":true}\n');
  const run = ([command = '', ...args]: readonly string[]) =>
    execFileSync(command, args, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' });
  const isYarn = manager.name === 'Yarn';
  // Without a lock file of its own Yarn takes the project around it.
  if (isYarn) writeFileSync(join(folder, 'yarn.lock'), '');
  run([...manager.install, isYarn ? `@fleet-cloud/cli@file:${tarball}` : tarball]);
  return (words) => run([...manager.start, ...words]);
}
