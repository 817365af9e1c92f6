import { changeFile } from '../../base/disk/change-file.ts';
import { createFile } from '../../base/disk/create-file.ts';
import { readTextFile } from '../../base/disk/read-text-file.ts';
import { RightsError } from '../../base/disk/rights-error.ts';
import { messageOf } from '../../base/errors.ts';
import { decodeUtf8 } from '../../base/text/utf8.ts';
import { MachineError } from '../machine-error.ts';
import { YamlError } from '../yaml-error.ts';
import { type ConfigPatch, patchConfig } from './config-patch.ts';
import { FIRST_CONFIG, type MachineConfig, parseConfig } from './machine-config.ts';

interface ConfigState {
  readonly config: MachineConfig;
  readonly text: string;
  /** Why the present file is not used; `config` is then the last valid one. */
  readonly problem: string | undefined;
}

/** `fleet.yaml` on disk: read again at each use, since its owner may edit it. */
export interface ConfigFile {
  read(): Promise<ConfigState>;
  /**
   * Applies a patch to the file, wherever a link has it, and to what its owner saves meanwhile; patches are
   * applied one after the other. Throws `MachineError` as `patchConfig`, invalid_config where
   * the file is missing, and denied_by_machine where it would be another user's.
   */
  patch(patch: ConfigPatch): Promise<ConfigState>;
}

const MISSING =
  'fleet.yaml is missing and was not changed: its owner puts it back, or the machine writes one when it starts';

const NOT_UTF8 = 'fleet.yaml is not UTF-8 text, and is not changed';

/** Opens `fleet.yaml`, which is written where it is missing. Throws `YamlError` where it is not valid. */
export async function openConfigFile(path: string): Promise<ConfigFile> {
  await createFile(path, FIRST_CONFIG, { mode: 0o600 });
  let text = readTextFile(path, 'regular');
  let config = parseConfig(text);
  let parsedText = text;
  let lastPatch: Promise<unknown> = Promise.resolve();

  async function read(): Promise<ConfigState> {
    try {
      text = readTextFile(path, 'regular');
      if (text !== parsedText) config = parseConfig(text);
      parsedText = text;
      return { config, text, problem: undefined };
    } catch (error) {
      if (error instanceof YamlError) return { config, text, problem: error.message };
      // Not an error of the settings: an editor may be replacing the file at this moment.
      const problem = `it cannot be read: ${messageOf(error)}`;
      return { config, text, problem };
    }
  }

  async function applyPatch(patch: ConfigPatch): Promise<ConfigState> {
    const change = (before: Uint8Array | undefined) => {
      // A new one would have nothing of what its owner allows and denies.
      if (before === undefined) throw new MachineError('invalid_config', MISSING);
      const there = decodeUtf8(before, { keepByteOrderMark: true });
      if (there === undefined) throw new MachineError('invalid_config', NOT_UTF8);
      return patchConfig(there, patch);
    };
    const done = await changeFile(path, { change, newMode: 0o600 }).catch((error: unknown) => {
      if (!(error instanceof RightsError)) throw error;
      throw new MachineError('denied_by_machine', `fleet.yaml: ${error.reason}`, { cause: error });
    });
    if (done === 'busy') {
      throw new Error('fleet.yaml was saved by somebody else at every try, and is not changed');
    }
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
