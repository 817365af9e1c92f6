import { readFile } from 'node:fs/promises';
import { createFile } from '../../base/disk/create-file.ts';
import { replaceFile } from '../../base/disk/replace-file.ts';
import { YamlError } from '../read-yaml.ts';
import { type ConfigPatch, patchConfig } from './config-patch.ts';
import { FIRST_CONFIG, type MachineConfig, parseConfig } from './machine-config.ts';

export interface ConfigState {
  readonly config: MachineConfig;
  readonly text: string;
  /** Why the file as it stands is not used; `config` is then the last valid one. */
  readonly problem: string | null;
}

/** `fleet.yaml` on disk: read anew whenever it is asked for, since its owner may edit it. */
export interface ConfigFile {
  read(): Promise<ConfigState>;
  /** Applies a patch and writes the file whole; patches are done one after the other. */
  patch(patch: ConfigPatch): Promise<ConfigState>;
}

/** Opens `fleet.yaml`, writing a first one where there is none. Throws `YamlProblem`. */
export async function openConfigFile(path: string): Promise<ConfigFile> {
  await createFile(path, FIRST_CONFIG, { mode: 0o600 });
  let text = await readFile(path, 'utf8');
  let config = parseConfig(text);
  let lastPatch: Promise<unknown> = Promise.resolve();

  async function read(): Promise<ConfigState> {
    try {
      text = await readFile(path, 'utf8');
      config = parseConfig(text);
      return { config, text, problem: null };
    } catch (error) {
      if (error instanceof YamlError) return { config, text, problem: error.message };
      // An editor may be about to put it back.
      const problem = `it cannot be read: ${error instanceof Error ? error.message : String(error)}`;
      return { config, text, problem };
    }
  }

  async function applyPatch(patch: ConfigPatch): Promise<ConfigState> {
    const patched = patchConfig(await readFile(path, 'utf8'), patch);
    await replaceFile(path, patched, { mode: 0o600 });
    return read();
  }

  return {
    read,
    patch(patch) {
      const patched = lastPatch.then(() => applyPatch(patch));
      lastPatch = patched.catch(() => undefined);
      return patched;
    },
  };
}
