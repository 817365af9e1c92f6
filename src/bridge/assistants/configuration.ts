import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';
import type { UserPlace } from '../../base/paths/user-folders.ts';
import type { Clock } from '../../base/time/clock.ts';
import { ASSISTANTS, type Assistant, type AssistantId } from './assistants.ts';
import { brokenSyntax, wrongShape } from './configuration-failures.ts';
import { exists } from './configuration-file.ts';
import { type DocumentFormat, DocumentSyntaxError, type EntryPath } from './document-format.ts';
import { jsonc } from './jsonc.ts';
import { toml } from './toml.ts';

const FORMATS: Readonly<Record<Assistant['format'], DocumentFormat>> = { jsonc, toml };

/** One entry of one assistant. */
export interface EntryTarget {
  readonly client: AssistantId;
  readonly name: string;
  readonly user: UserPlace;
  /** Path of the running entry file, by which the entries of this installation are recognised. */
  readonly entryFile: string;
  readonly clock: Clock;
}

/** What was done to a configuration, as it is printed. */
export interface ConfigurationReport {
  readonly client: AssistantId;
  readonly name: string;
  readonly state: 'installed' | 'updated' | 'removed' | 'unchanged';
  readonly file: string;
  /** How the start of the bridge changes; absent where it does not. */
  readonly change?: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** Flags of the entry that stay because nobody named them; absent where there are none. */
  readonly kept?: readonly string[];
  /** Path of the backup; null where nothing was changed or there was no file. */
  readonly backup: string | null;
}

/** How an assistant's configuration is written, and where in it an entry stands. */
export function layoutOf(
  client: AssistantId,
  name: string,
): { readonly format: DocumentFormat; readonly path: EntryPath } {
  const { format, serversMember } = ASSISTANTS[client];
  return { format: FORMATS[format], path: [serversMember, name] };
}

/** The servers of an assistant's configuration by name. Throws `Failure` local for a broken file. */
export function readServers(client: AssistantId, file: string, text: string): JsonObject {
  const { format, serversMember } = ASSISTANTS[client];
  const document = readDocument(FORMATS[format], file, text);
  if (!isObject(document)) throw wrongShape(file, 'The document');
  const servers = document[serversMember] ?? {};
  if (!isObject(servers)) throw wrongShape(file, serversMember);
  return servers;
}

/** The servers that an assistant has in one folder alone, by folder. Throws `Failure` local for a broken file. */
export function readFolderServers(
  client: AssistantId,
  file: string,
  text: string,
): readonly (readonly [folder: string, servers: JsonObject])[] {
  const { foldersMember, format, serversMember }: Assistant = ASSISTANTS[client];
  if (foldersMember === undefined) return [];
  const document = membersOf(readDocument(FORMATS[format], file, text));
  return Object.entries(membersOf(document[foldersMember])).map(([folder, own]) => [
    folder,
    membersOf(membersOf(own)[serversMember]),
  ]);
}

/** Those of an assistant's configuration files that are there; else the one that would be written. */
export async function configurationFiles(
  client: AssistantId,
  user: UserPlace,
): Promise<readonly string[]> {
  const paths = ASSISTANTS[client].files(user).map(({ path }) => path);
  const there = await Promise.all(paths.map(exists));
  const found = paths.filter((_, at) => there[at]);
  return found.length > 0 ? found : [(await findConfiguration(client, user)).file];
}

/** The configuration file of an assistant, and whether the assistant seems to be installed. */
export async function findConfiguration(
  client: AssistantId,
  user: UserPlace,
): Promise<{ readonly file: string; readonly isThere: boolean }> {
  const candidates = ASSISTANTS[client].files(user);
  for (const { path, folder } of candidates) {
    if ((await exists(path)) || (await exists(folder))) return { file: path, isThere: true };
  }
  return { file: candidates.at(-1)?.path ?? '', isThere: false };
}

function readDocument(format: DocumentFormat, file: string, text: string): unknown {
  try {
    return format.read(text);
  } catch (error) {
    throw error instanceof DocumentSyntaxError ? brokenSyntax(file, error) : error;
  }
}
