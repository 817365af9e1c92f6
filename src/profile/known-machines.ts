import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { openRegular } from '../base/disk/open-regular.ts';
import { ensurePrivateFolder } from '../base/disk/private-folder.ts';
import { replaceFile } from '../base/disk/replace-file.ts';
import { membersOf } from '../base/json/object.ts';

/** Which machines the names meant that a profile has used, by id. */
interface KnownMachines {
  /** The id that the name has meant until now; undefined for one that was never used. */
  idOf(name: string): string | undefined;
  /** From now on the names mean this machine. Rejects with the error of the file system. */
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
    idOf: (name) => known.get(name),
    async keep(names, id) {
      if (names.every((name) => known.get(name) === id)) return;
      for (const name of names) known.set(name, id);
      await ensurePrivateFolder(folder);
      // What another process has written meanwhile stays.
      const kept = [...(await readNames(path)), ...names.map((name) => [name, id] as const)];
      const machines = Object.fromEntries(kept);
      await replaceFile(path, `${JSON.stringify({ version: 1, machines })}\n`, { mode: 0o600 });
    },
  };
}

/** None where there is no file that can be used. */
async function readNames(path: string): Promise<Map<string, string>> {
  try {
    const file = await openRegular(path);
    if (file === undefined) return new Map();
    const text = await file.readFile('utf8').finally(() => file.close());
    const entries = Object.entries(membersOf(membersOf(JSON.parse(text))['machines']));
    return new Map(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return new Map();
  }
}
