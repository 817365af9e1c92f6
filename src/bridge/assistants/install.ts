import { ASSISTANTS, type Assistant, type AssistantId } from './assistants.ts';
import { withEntry, withoutEntry } from './change-entry.ts';
import {
  type ConfigurationReport,
  type EntryTarget,
  findConfiguration,
  layoutOf,
  readServers,
} from './configuration.ts';
import { assistantMissing, foreignEntry, unsafeChange } from './configuration-failures.ts';
import { changeConfiguration } from './configuration-file.ts';
import type { EntryMembers } from './document-format.ts';
import { isFleetEntry, type Launch, readEntry, renewed } from './entry.ts';

interface InstallOptions {
  /** Changes an entry that is there. */
  readonly launch: Launch;
  /** For a new entry. */
  readonly newLaunch: Launch;
  /** Replaces an entry of that name that fleet did not create. */
  readonly overwrite: boolean;
  /** Creates the file also where the assistant does not seem to be installed. */
  readonly create: boolean;
}

/** The text of a whole configuration that holds only the entry, and where it goes. */
export function printedEntry(client: AssistantId, name: string, launch: Launch): string {
  const { format, path } = layoutOf(client, name);
  return format.set('', path, entryMembers(client, launch));
}

/**
 * Adds the entry to the assistant's configuration, or updates the one of fleet; members and flags that
 * the person added to it stay. Throws `Failure`: usage where the assistant is not installed, conflict for
 * an entry that fleet did not create, local for a file that cannot be read.
 */
export async function installEntry(
  target: EntryTarget,
  options: InstallOptions,
): Promise<ConfigurationReport> {
  const { client, name, user, clock } = target;
  const { file, isThere } = await findConfiguration(client, user);
  if (!isThere && !options.create) throw assistantMissing(ASSISTANTS[client].title, file);
  let state: ConfigurationReport['state'] = 'installed';
  let before: readonly string[] | undefined;
  let after: readonly string[] | undefined;
  const put = (text: string) => {
    const found = readServers(client, file, text)[name];
    state = found === undefined ? 'installed' : 'updated';
    before = commandLineOf(found);
    const next = installedText(text, file, { target, found, options });
    after = commandLineOf(readServers(client, file, next)[name]);
    return next;
  };
  const { isChanged, backup } = await changeConfiguration(file, put, clock);
  const change = isChanged && before && after ? { change: { before, after } } : {};
  return { client, name, state: isChanged ? state : 'unchanged', file, ...change, backup };
}

/** The words that start the program of an entry; undefined where it starts none. */
function commandLineOf(value: unknown): readonly string[] | undefined {
  const entry = readEntry(value);
  return entry && [entry.command, ...entry.args];
}

function installedText(
  text: string,
  file: string,
  work: {
    readonly target: EntryTarget;
    readonly found: unknown;
    readonly options: InstallOptions;
  },
): string {
  const { target, found, options } = work;
  const { format, path } = layoutOf(target.client, target.name);
  const isForeign = found !== undefined && !isFleetEntry(found, target.entryFile);
  if (isForeign && !options.overwrite) throw foreignEntry(target.name, file, false);
  const base = isForeign ? withoutEntry(format, text, path) : text;
  const existing = isForeign ? undefined : readEntry(found);
  const launch = existing === undefined ? options.newLaunch : renewed(options.launch, existing);
  const members = entryMembers(target.client, launch);
  const next = base === undefined ? undefined : withEntry(format, base, path, members);
  if (next === undefined) throw unsafeChange(file, { next: [{ step: 'print_entry' }] });
  return next;
}

function entryMembers(client: AssistantId, { command, args }: Launch): EntryMembers {
  const { isOneList, members }: Assistant = ASSISTANTS[client];
  return isOneList ? { ...members, command: [command, ...args] } : { ...members, command, args };
}
