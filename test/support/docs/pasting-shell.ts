import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { FLEET_ENTRY, fleetEnvironment } from '../run-fleet.ts';

/** The address of a server that was started without one, as documents write it. */
const BY_DEFAULT = 'http://127.0.0.1:8787';

export interface PastingShell {
  /** Pastes a block into `bash -e`; one that only starts a program which stays is left running. */
  paste(block: string): Promise<{ readonly code: number; readonly output: string }>;
}

interface ShellOptions {
  /** A new folder: what is typed happens in `work` below it. */
  readonly folder: string;
  /** What stands in documents, and what it is here. */
  readonly here?: Readonly<Record<string, string>>;
}

/**
 * A shell into which the blocks of a document are pasted one after the other. `fleet` is the program under
 * test; it keeps keys in a file and listens on a free port. `npm` takes what installs the package and does nothing.
 */
export function openShell({ folder, here = {} }: ShellOptions): PastingShell {
  const [work, programs] = [join(folder, 'work'), join(folder, 'programs')];
  for (const path of [work, programs]) mkdirSync(path, { recursive: true });
  writeProgram(join(programs, 'fleet'), fleetScript());
  writeProgram(join(programs, 'npm'), NPM_SCRIPT);
  const environment = fleetEnvironment({
    PATH: `${programs}:${process.env['PATH']}`,
    HOME: folder,
    // Where they are for a person: what an assistant starts has no variables of a terminal.
    FLEET_CONFIG_DIR: undefined,
    FLEET_CACHE_DIR: undefined,
    FLEET_STATE_DIR: undefined,
  });
  const known = new Map(Object.entries(here));
  const start = (script: string): ChildProcess =>
    spawn('bash', ['-e', '-c', script], { cwd: work, env: environment, detached: true });
  return {
    async paste(block) {
      const script = [...known].reduce((all, [from, to]) => all.replaceAll(from, to), block);
      if (/^fleet (serve|machine --)[^\n]*\n$/.test(script)) {
        known.set(BY_DEFAULT, await started(start(`exec ${script}`), known.get(BY_DEFAULT)));
        return { code: 0, output: '' };
      }
      const child = start(script);
      child.stdin?.end();
      const [said, complaint, [code]] = await Promise.all([
        child.stdout === null ? '' : text(child.stdout),
        child.stderr === null ? '' : text(child.stderr),
        once(child, 'exit'),
      ]);
      return { code, output: `${said}${complaint}` };
    },
  };
}

/** Waits until a program says that it is there; gives the address that it serves, else `before`. */
async function started(child: ChildProcess, before = BY_DEFAULT): Promise<string> {
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
  });
  if (child.stdout === null) return before;
  child.stderr?.resume();
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(() => ['']),
  ]);
  return /fleet serves (http:\S+?)\.\s/.exec(`${line} `)?.[1] ?? before;
}

function fleetScript(): string {
  return `#!/bin/sh
case "$1 $2" in
  'auth login') set -- "$@" --store file ;;
  'serve '*) set -- "$@" --listen 127.0.0.1:0 ;;
esac
exec '${process.execPath}' '${FLEET_ENTRY}' "$@"
`;
}

/** Installing takes a network; `npm run prove -- installed` does it. */
const NPM_SCRIPT = `#!/bin/sh
case "$*" in
  'run build') ;;
  'pack --silent') echo package.tgz ;;
  'install --global package.tgz' | 'install --global ./fleet-cloud-cli-'*'.tgz') ;;
  'uninstall --global @fleet-cloud/cli') ;;
  *) echo "npm $*: not expected" >&2; exit 64 ;;
esac
`;

function writeProgram(path: string, script: string): void {
  writeFileSync(path, script);
  chmodSync(path, 0o755);
}
