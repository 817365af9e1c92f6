import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { openRegular } from '../base/disk/open-regular.ts';
import { ensurePrivateFolder } from '../base/disk/private-folder.ts';
import { replaceFile } from '../base/disk/replace-file.ts';
import { isMissing } from '../base/errors.ts';
import { isObject, membersOf } from '../base/json/object.ts';

/** Which machines the names meant that a profile has used, by id. */
interface KnownMachines {
  /** The file of them, where it is there and cannot be used: what a name has meant is not known then. */
  readonly unusable: string | undefined;
  /** The id that the name has meant until now; undefined for one that was never used. */
  idOf(name: string): string | undefined;
  /**
   * From now on the names mean this machine. A file that cannot be used stays: who removes it accepts what
   * every name means. Rejects with the error of the file system.
   */
  keep(names: readonly string[], id: string): Promise<void>;
}

interface KnownTo {
  readonly stateFolder: string;
  /** Its name; empty for the key of the environment. */
  readonly profile: string;
  readonly baseUrl: string;
}

/** Reads them from the state folder, where each profile has a file for each service. */
export async function openKnownMachines(to: KnownTo): Promise<KnownMachines> {
  const folder = join(to.stateFolder, 'machines');
  const hash = createHash('sha256').update(`${to.profile}\n${to.baseUrl}`).digest('hex');
  const path = join(folder, `${hash}.json`);
  const known = await readNames(path);
  return {
    unusable: known === undefined ? path : undefined,
    idOf: (name) => known?.get(name),
    async keep(names, id) {
      if (known === undefined || names.every((name) => known.get(name) === id)) return;
      for (const name of names) known.set(name, id);
      await ensurePrivateFolder(folder);
      // What another process has written meanwhile stays.
      const before = await readNames(path);
      if (before === undefined) return;
      const machines = Object.fromEntries([...before, ...names.map((name) => [name, id] as const)]);
      await replaceFile(path, `${JSON.stringify({ version: 1, machines })}\n`, { mode: 0o600 });
    },
  };
}

/** None where there is no file; undefined where it cannot be used. */
async function readNames(path: string): Promise<Map<string, string> | undefined> {
  try {
    await lstat(path);
    const file = await openRegular(path);
    const text = await file?.readFile('utf8').finally(() => file.close());
    const { machines } = membersOf(JSON.parse(text ?? ''));
    if (!isObject(machines)) return undefined;
    const entries = Object.entries(machines);
    const isWhole = (entry: [string, unknown]): entry is [string, string] =>
      typeof entry[1] === 'string';
    return entries.every(isWhole) ? new Map(entries) : undefined;
  } catch (error) {
    return isMissing(error) ? new Map() : undefined;
  }
}
