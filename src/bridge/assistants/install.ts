import { membersOf } from '../../base/json/object.ts';
import type { UserPlace } from '../../base/paths/user-folders.ts';
import { Failure } from '../../contract/failure.ts';
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
import { changeConfiguration, readConfiguration } from './configuration-file.ts';
import type { EntryMembers } from './document-format.ts';
import {
  type AssistantEntry,
  isFleetEntry,
  keptFlags,
  type Launch,
  readEntry,
  renewed,
} from './entry.ts';

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

interface PrintedEntry extends Pick<ConfigurationReport, 'change' | 'kept'> {
  /** Of a whole configuration that holds only the entry, without what a person added to it. */
  readonly text: string;
}

/**
 * What `installEntry` would write, and how that differs from the entry that is there. Where the
 * configuration cannot be read, the entry is a new one. Writes nothing.
 */
export async function printedEntry(
  { client, entryFile, name, user }: EntryTarget,
  { launch, newLaunch }: Pick<InstallOptions, 'launch' | 'newLaunch'>,
): Promise<PrintedEntry> {
  const { format, path } = layoutOf(client, name);
  const found = await entryThere(client, name, user);
  const own = isFleetEntry(found, entryFile) ? readEntry(found) : undefined;
  const next = own === undefined ? newLaunch : renewed(launch, own);
  const text = format.set('', path, entryMembers(client, next));
  const change = changeOf(commandLineOf(found), [next.command, ...next.args]);
  return { text, ...change, ...keptOf(launch, own) };
}

async function entryThere(client: AssistantId, name: string, user: UserPlace): Promise<unknown> {
  try {
    const { file } = await findConfiguration(client, user);
    const { text } = await readConfiguration(file);
    return readServers(client, file, text)[name];
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
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
  let kept: Pick<ConfigurationReport, 'kept'> = {};
  const put = (text: string) => {
    const found = readServers(client, file, text)[name];
    state = found === undefined ? 'installed' : 'updated';
    before = commandLineOf(found);
    kept = keptOf(
      options.launch,
      isFleetEntry(found, target.entryFile) ? readEntry(found) : undefined,
    );
    const next = installedText(text, file, { target, found, options });
    after = commandLineOf(readServers(client, file, next)[name]);
    return next;
  };
  const { isChanged, backup } = await changeConfiguration(file, put, clock);
  const change = isChanged ? changeOf(before, after) : {};
  return { client, name, state: isChanged ? state : 'unchanged', file, ...change, ...kept, backup };
}

function changeOf(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): Pick<ConfigurationReport, 'change'> {
  if (before === undefined || after === undefined) return {};
  return JSON.stringify(before) === JSON.stringify(after) ? {} : { change: { before, after } };
}

function keptOf(
  launch: Launch,
  found: AssistantEntry | undefined,
): Pick<ConfigurationReport, 'kept'> {
  const kept = found === undefined ? [] : keptFlags(launch, found);
  return kept.length === 0 ? {} : { kept };
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
  const members = entryMembers(target.client, launch, existing === undefined ? undefined : found);
  const next = base === undefined ? undefined : withEntry(format, base, path, members);
  if (next === undefined) throw unsafeChange(file, { next: [{ step: 'print_entry' }] });
  return next;
}

/** What is written of an entry. Of one that was there only its start changes: the person may have narrowed the rest. */
function entryMembers(
  client: AssistantId,
  { command, args }: Launch,
  found?: unknown,
): EntryMembers {
  const { isOneList, members }: Assistant = ASSISTANTS[client];
  const there = membersOf(found);
  const added = Object.entries(members).filter(([name]) => !Object.hasOwn(there, name));
  const start = isOneList ? { command: [command, ...args] } : { command, args };
  return { ...Object.fromEntries(added), ...start };
}
