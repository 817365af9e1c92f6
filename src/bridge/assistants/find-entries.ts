import type { UserPlace } from '../../base/paths/user-folders.ts';
import { Failure } from '../../contract/failure.ts';
import { ASSISTANTS, type AssistantId } from './assistants.ts';
import { configurationFiles, readFolderServers, readServers } from './configuration.ts';
import { exists, readBrokenText, readConfiguration } from './configuration-file.ts';
import { type AssistantEntry, isFleetEntry, mayHoldFleetEntry, readEntry } from './entry.ts';

/** An entry as an assistant has it, or why its configuration cannot be read. */
export interface FoundEntry {
  readonly client: AssistantId;
  readonly name: string;
  /** The one folder in which it counts, and goes first; null where it counts everywhere. */
  readonly folder: string | null;
  readonly file: string;
  readonly found: AssistantEntry | Failure;
  /** False for a broken configuration in which nothing looks like an entry of fleet. */
  readonly isFleetEntry: boolean;
}

/**
 * Every entry in the assistants' configurations that starts the bridge of fleet, by any name. A broken
 * configuration counts as one entry.
 */
export async function findEntries(
  clients: readonly AssistantId[],
  user: UserPlace,
  entryFile: string,
): Promise<readonly FoundEntry[]> {
  const found = await Promise.all(clients.map((client) => entriesOf(client, user, entryFile)));
  return found.flat();
}

/** All assistants. */
export function everyClient(): readonly AssistantId[] {
  return Object.keys(ASSISTANTS) as readonly AssistantId[];
}

async function entriesOf(
  client: AssistantId,
  user: UserPlace,
  entryFile: string,
): Promise<readonly FoundEntry[]> {
  const files = await configurationFiles(client, user);
  const found = await Promise.all(files.map((file) => entriesIn(client, file, entryFile)));
  return found.flat();
}

async function entriesIn(
  client: AssistantId,
  file: string,
  entryFile: string,
): Promise<readonly FoundEntry[]> {
  try {
    const { text } = await readConfiguration(file);
    const everywhere = [null, readServers(client, file, text)] as const;
    const ofFolders = await Promise.all(readFolderServers(client, file, text).map(whereThere));
    return [everywhere, ...ofFolders.flat()].flatMap(([folder, servers]) =>
      Object.entries(servers).flatMap(([name, value]) => {
        const found = isFleetEntry(value, entryFile) ? readEntry(value) : undefined;
        return found === undefined
          ? []
          : [{ client, name, folder, file, found, isFleetEntry: true }];
      }),
    );
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const text = await readBrokenText(file);
    const mayBeFleetEntry = text === undefined || mayHoldFleetEntry(text, entryFile);
    return [{ client, name: '', folder: null, file, found: error, isFleetEntry: mayBeFleetEntry }];
  }
}

/** Nobody uses what is for a folder that is gone. */
async function whereThere<Folder extends readonly [string, unknown]>(
  folder: Folder,
): Promise<readonly Folder[]> {
  return (await exists(folder[0])) ? [folder] : [];
}
