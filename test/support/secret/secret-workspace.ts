import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { writeMachineFolder } from '../machine/machine-folder.ts';
import { type FleetOptions, type FleetRun, runFleet, startFleet } from '../run-fleet.ts';
import type { TestServer } from '../test-server.ts';
import { startWholeFleet } from '../whole-fleet.ts';

/** A folder to work in and the journal of a person who has only that. */
export interface SecretWorkspace {
  readonly folder: string;
  /** The environment of this person's `fleet`. */
  readonly env: Readonly<Record<string, string>>;
  fleet(args: readonly string[], options?: FleetOptions): Promise<FleetRun>;
  start(args: readonly string[]): ReturnType<typeof startFleet>;
  /** Entries of the journal as their files hold them. */
  entries(): Promise<readonly JournalEntry[]>;
  /** Every file of the journal but empty locks. */
  traces(): Promise<readonly string[]>;
  file(name: string): Promise<string>;
}

export interface JournalEntry {
  readonly id: string;
  readonly state: string;
  readonly expiresAtMs: number;
  readonly [member: string]: unknown;
}

/** A workspace whose `fleet` calls a service with a key. */
export async function openWorkspace(service: {
  readonly baseUrl: string;
  readonly key: string;
}): Promise<SecretWorkspace> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-secret-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const env = {
    FLEET_BASE_URL: service.baseUrl,
    FLEET_API_KEY: service.key,
    FLEET_STATE_DIR: join(folder, 'state'),
    FLEET_CACHE_DIR: join(folder, 'cache'),
    FLEET_CONFIG_DIR: join(folder, 'config'),
  };
  const journal = join(folder, 'state', 'secrets');
  const names = () => readdir(journal).catch(() => []);
  return {
    folder,
    env,
    fleet: (args, options = {}) =>
      runFleet(args, { cwd: folder, ...options, env: { ...env, ...options.env } }),
    start: (args) => startFleet(args, { cwd: folder, env }),
    async entries() {
      const files = (await names()).filter((name) => /^[a-z0-9]+\.json$/.test(name));
      return Promise.all(
        files.map(async (name) => JSON.parse(await readFile(join(journal, name), 'utf8'))),
      );
    },
    traces: names,
    file: (name) => readFile(join(folder, name), 'utf8'),
  };
}

export interface WorkspaceWithFleet extends SecretWorkspace {
  readonly server: TestServer;
  /** What the machine keeps, by name. */
  kept(): Promise<Readonly<Record<string, string>>>;
}

/** The real server with the real machine `build-01`, in the mode given, and a workspace for its key. */
export async function openWorkspaceWithFleet(
  mode: 'control' | 'observe' = 'control',
): Promise<WorkspaceWithFleet> {
  const config = `mode: ${mode}\n`;
  const { machine, server } = await startWholeFleet((folder) =>
    writeMachineFolder(folder, { config }),
  );
  const workspace = await openWorkspace({ baseUrl: server.baseUrl, key: server.keys.admin });
  return { ...workspace, server, kept: machine.secrets };
}

/** The error object at the end of what was written to stderr. */
export function errorOf({ stderr }: { readonly stderr: string }) {
  return JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '').error;
}
