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
import { isOurs } from './entry.ts';

/**
 * Takes our entry out of the assistant's configuration and leaves everything else; nothing happens
 * where there is none. Throws `Failure`: conflict for an entry of somebody else's, local for a file
 * that cannot be read.
 */
export async function uninstallEntry(target: EntryTarget): Promise<ConfigurationReport> {
  const { client, name, place, entryFile, clock } = target;
  const { file } = await findConfiguration(client, place);
  const change = (text: string) => {
    const found = readServers(client, file, text)[name];
    if (found === undefined) return text;
    if (!isOurs(found, entryFile)) throw foreignEntry(name, file, true);
    const { format, path } = layoutOf(client, name);
    const next = withoutEntry(format, text, path);
    if (next === undefined) throw unsafeChange(file, 'Remove the entry by hand.');
    return next;
  };
  const { isChanged, backup } = await changeConfiguration(file, change, clock);
  return { client, name, state: isChanged ? 'removed' : 'unchanged', file, backup };
}
