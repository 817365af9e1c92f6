import type { Environment } from '../../base/environment.ts';
import type { UserPlace } from '../../base/paths/user-folders.ts';
import type { AssistantId } from '../../bridge/assistants/assistants.ts';
import type { FoundEntry } from '../../bridge/assistants/find-entries.ts';
import { Failure } from '../../contract/failure.ts';
import { DECIDING } from '../../profile/profile-environment.ts';
import type { NamedProfile } from '../../profile/profiles.ts';
import { sanitiseLine } from '../../render/sanitise.ts';

/** An entry that was written or taken out. */
interface ChangedEntry {
  readonly client: AssistantId;
  readonly name: string;
  readonly file: string;
}

/** The entries of fleet that an assistant has under the same name as this one, with it. */
export async function entriesNamed(
  { client, name }: ChangedEntry,
  user: UserPlace,
  entryFile: string,
): Promise<readonly FoundEntry[]> {
  const { findEntries } = await import('../../bridge/assistants/find-entries.ts');
  const entries = await findEntries([client], user, entryFile);
  return entries.filter((entry) => entry.name === name);
}

/** Says where the assistant has another entry of that name, since what was changed does not count there. */
export async function othersNote(
  changed: ChangedEntry,
  entries: readonly FoundEntry[],
): Promise<string> {
  const { ASSISTANTS } = await import('../../bridge/assistants/assistants.ts');
  const { title } = ASSISTANTS[changed.client];
  const has = `${title} has another entry ${changed.name}`;
  return entries
    .filter(({ file, folder }) => folder !== null || file !== changed.file)
    .map(({ file, folder }) =>
      folder === null
        ? `${has} in ${file}.\n`
        : `In ${sanitiseLine(folder)} ${has}, which goes first there.\n`,
    )
    .join('');
}

/** Says that the bridge may find other settings than this terminal; empty where it does not. */
export function settingsNote(
  { file }: ChangedEntry,
  entries: readonly FoundEntry[],
  { environment, profile }: { readonly environment: Environment; readonly profile: string },
): string {
  const entry = entries.find((each) => each.file === file && each.folder === null);
  const own = entry === undefined || entry.found instanceof Failure ? {} : entry.found.env;
  if (!environment[SETTINGS] || own[SETTINGS]) return '';
  return `${SETTINGS} of this terminal counts only where the assistant hands it on: else the profile ${profile} is that of the usual folder. It can be put into the env of the entry.\n`;
}

const SETTINGS = 'FLEET_CONFIG_DIR';

/** Says which variables go before the profile that is used, and which do not count beside one that the entry names. */
export async function variablesNote(
  { file }: ChangedEntry,
  entries: readonly FoundEntry[],
  { environment, profile }: { readonly environment: Environment; readonly profile: NamedProfile },
): Promise<string> {
  const entry = entries.find((each) => each.file === file && each.folder === null);
  if (entry === undefined || entry.found instanceof Failure) return '';
  const { flagOf } = await import('../../bridge/assistants/entry.ts');
  const isNamed = flagOf(entry.found, '--profile') !== undefined;
  const own = setIn(entry.found.env);
  const { base_url: url, name } = profile;
  if (own.length > 0) {
    const how = isNamed ? 'do not count beside' : 'still go before';
    return `${own.join(', ')} in ${file} ${how} the profile ${name}.\n`;
  }
  const others = setIn(environment);
  if (others.length === 0) return '';
  const does = others.length === 1 ? 'does' : 'do';
  const goes = others.length === 1 ? 'goes' : 'go';
  const how = isNamed
    ? `${does} not count beside it`
    : `${goes} before it where the assistant hands it on; --profile ${name} rules that out`;
  return `It uses the profile ${name} (${url}); ${others.join(', ')} of this terminal ${how}.\n`;
}

function setIn(environment: Environment): readonly string[] {
  return DECIDING.filter((name) => (environment[name] ?? '') !== '');
}
