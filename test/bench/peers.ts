import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measurement } from './measurement.ts';
import type { Contender } from './whole-process.ts';

/** Clients of other services that run on Node, in the versions that are compared. */
const NPM_PEERS = [
  { name: 'wrangler', version: '4.164.0' },
  { name: 'heroku', version: '11.10.0' },
] as const;

const INSTALL_MS_MAX = 5 * 60_000;

interface Peers {
  readonly contenders: readonly Contender[];
  readonly notMeasured: readonly Measurement[];
}

/** What others take for their version and for a page of help. */
export function peers(): Peers {
  const found = NPM_PEERS.map(npmPeer);
  const hasGh = spawnSync('gh', ['--version']).status === 0;
  const gh = [
    { name: 'gh --version', command: ['gh', '--version'] },
    { name: 'gh run list --help', command: ['gh', 'run', 'list', '--help'] },
  ];
  return {
    contenders: [...(hasGh ? gh : []), ...found.flatMap(({ contenders }) => contenders)],
    notMeasured: [
      ...(hasGh ? [] : [missing('gh --version', 'gh is not installed')]),
      ...found.flatMap(({ notMeasured }) => notMeasured),
    ],
  };
}

/** Installed once into a folder of its own, so that the project does not depend on it; gives it. */
export function folderOfPeer({ name, version }: { name: string; version: string }): string {
  const folder = join(tmpdir(), 'fleet-bench-peers', `${name}-${version}`);
  if (!existsSync(join(folder, 'node_modules', name))) install(folder, `${name}@${version}`);
  return folder;
}

function npmPeer({ name, version }: (typeof NPM_PEERS)[number]): Peers {
  const folder = folderOfPeer({ name, version });
  const program = join(folder, 'node_modules', '.bin', name);
  if (!existsSync(program)) {
    return { contenders: [], notMeasured: [missing(`${name} --version`, 'npm cannot install it')] };
  }
  // Nothing of theirs is asked for, and nobody is asked about telemetry.
  const environment = { HOME: folder, CI: '1', DO_NOT_TRACK: '1' };
  const command = [process.execPath, program, '--version'];
  return { contenders: [{ name: `${name} --version`, command, environment }], notMeasured: [] };
}

/** Leaves nothing where it fails, so that the next run tries again. */
function install(folder: string, wanted: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', wanted];
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    stdio: 'ignore',
    timeout: INSTALL_MS_MAX,
  });
  if (status !== 0) rmSync(folder, { recursive: true, force: true });
}

function missing(name: string, notMeasured: string): Measurement {
  return { name, baseline: 'node -e 0', ratio: Number.NaN, notMeasured };
}
