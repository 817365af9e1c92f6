import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A server or proxy that Debian packages. */
export interface Program {
  readonly path: string;
  /** As it tells it. */
  readonly version: string;
  readonly environment: NodeJS.ProcessEnv;
}

export type ProgramName = 'nginx' | 'haproxy' | 'caddy' | 'tinyproxy';

interface Packaged {
  readonly packages: readonly string[];
  /** In the packages. */
  readonly file: string;
  readonly versionFlag: string;
}

const PACKAGED: Readonly<Record<ProgramName, Packaged>> = {
  nginx: { packages: ['nginx'], file: 'usr/sbin/nginx', versionFlag: '-v' },
  haproxy: {
    packages: ['haproxy', 'liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1'],
    file: 'usr/sbin/haproxy',
    versionFlag: '-v',
  },
  caddy: { packages: ['caddy'], file: 'usr/bin/caddy', versionFlag: 'version' },
  tinyproxy: { packages: ['tinyproxy-bin'], file: 'usr/bin/tinyproxy', versionFlag: '-v' },
};

/**
 * Brings a program from Debian's packages into a folder of the proof, with the libraries that it needs,
 * and installs nothing; gives the reason as text where it cannot be had.
 */
export function bringProgram(name: ProgramName, folder: string): Program | string {
  const { file, packages, versionFlag } = PACKAGED[name];
  const root = join(folder, name);
  const path = join(root, file);
  mkdirSync(root, { recursive: true });
  if (!existsSync(path)) {
    const reason = unpack(packages, root);
    if (!existsSync(path)) return reason ?? `the package has no ${file}`;
  }
  const environment = { ...process.env, LD_LIBRARY_PATH: libraryPath(root), HOME: root };
  const { error, status, stderr, stdout } = spawnSync(path, [versionFlag], {
    encoding: 'utf8',
    env: environment,
  });
  const [line = ''] = `${stdout}${stderr}`.trim().split('\n');
  if (status !== 0) return `it does not start: ${error?.message ?? line}`;
  return { path, version: /\d+(\.\d+)+/.exec(line)?.[0] ?? line, environment };
}

/** Gives why a package could not be had; a library that another release has no package of may be missing. */
function unpack(packages: readonly string[], root: string): string | undefined {
  let reason: string | undefined;
  for (const name of packages) {
    const loaded = spawnSync('apt-get', ['download', name], { cwd: root, encoding: 'utf8' });
    if (loaded.error !== undefined) return `there is no apt-get (${loaded.error.message})`;
    if (loaded.status !== 0) reason ??= `apt-get download ${name}: ${lastLine(loaded.stderr)}`;
  }
  for (const file of readdirSync(root).filter((each) => each.endsWith('.deb'))) {
    const unpacked = spawnSync('dpkg', ['-x', file, '.'], { cwd: root, encoding: 'utf8' });
    if (unpacked.status !== 0) reason ??= `dpkg -x ${file}: ${lastLine(unpacked.stderr ?? '')}`;
  }
  return reason;
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

function libraryPath(root: string): string {
  const folder = join(root, 'usr/lib');
  if (!existsSync(folder)) return '';
  return readdirSync(folder)
    .filter((name) => name.includes('-linux-'))
    .map((name) => join(folder, name))
    .join(':');
}
