import { withoutEntry } from './change-entry.ts';
import {
  type ConfigurationReport,
  type EntryTarget,
  findConfiguration,
  layoutOf,
  readServers,
} from './configuration.ts';
import { foreignEntry, unsafeChange } from './configuration-failures.ts';
import { changeConfiguration } from './configuration-file.ts';
import { isFleetEntry } from './entry.ts';

/**
 * Removes the entry of fleet from the assistant's configuration and leaves everything else; without
 * one nothing happens. Throws `Failure`: conflict for an entry that fleet did not create, local for a
 * file that cannot be read.
 */
export async function uninstallEntry(target: EntryTarget): Promise<ConfigurationReport> {
  const { client, name, user, entryFile, clock } = target;
  const { file } = await findConfiguration(client, user);
  const change = (text: string) => {
    const found = readServers(client, file, text)[name];
    if (found === undefined) return text;
    if (!isFleetEntry(found, entryFile)) throw foreignEntry(name, file, true);
    const { format, path } = layoutOf(client, name);
    const next = withoutEntry(format, text, path);
    if (next === undefined) throw unsafeChange(file, { advice: 'Remove the entry by hand.' });
    return next;
  };
  const { isChanged, backup } = await changeConfiguration(file, change, clock);
  return { client, name, state: isChanged ? 'removed' : 'unchanged', file, backup };
}
