import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type FleetOptions, type FleetRun, runFleet } from '../run-fleet.ts';
import { type ClientName, CONFIGURATIONS } from './configurations.ts';

/** A home of its own in which one assistant may be installed; ends with the test. */
export interface AssistantHome {
  readonly folder: string;
  /** The assistant's configuration. */
  readonly file: string;
  /** Writes the configuration, making its folder. */
  write(content: string | Uint8Array): void;
  read(): string;
  /** Names of the backups beside the configuration, oldest first. */
  backups(): readonly string[];
  /** `fleet mcp WORDS… --client NAME` with this home. */
  mcp(words: readonly string[], options?: FleetOptions): Promise<FleetRun>;
}

/** See `AssistantHome`. */
export function assistantHome(client: ClientName): AssistantHome {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-assistant-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, CONFIGURATIONS[client].file);
  return {
    folder,
    file,
    write: (content) => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    },
    read: () => readFileSync(file, 'utf8'),
    backups: () =>
      readdirSync(dirname(file))
        .filter((name) => name.startsWith(basename(file)) && name.endsWith('.bak'))
        .sort(),
    mcp: (words, options = {}) =>
      runFleet(['mcp', ...words, '--client', client], {
        ...options,
        env: {
          HOME: folder,
          FLEET_CONFIG_DIR: undefined,
          XDG_CONFIG_HOME: undefined,
          CODEX_HOME: undefined,
          ...options.env,
        },
      }),
  };
}
