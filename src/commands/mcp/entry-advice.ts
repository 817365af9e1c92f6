import type { Failure } from '../../contract/failure.ts';

const KEY_VARIABLES = ['FLEET_API_KEY', 'FLEET_API_KEY_FILE'];

/** Where the bridge of an entry gets its service and its key from. */
interface EntryConnection {
  readonly profile: string | null;
  /** Undefined where no base URL is known. */
  readonly server: string | undefined;
  /** The assistant's file. */
  readonly file: string;
  /** The variables that it gives the bridge. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/**
 * What a person can do about a failure of the bridge; undefined where the failure's own advice is right.
 * A variable of this terminal does not help, since the assistant does not get it.
 */
export function adviceOn({ facts, kind }: Failure, entry: EntryConnection): string | undefined {
  const { file, profile, server, variables } = entry;
  const holder = KEY_VARIABLES.find((name) => (variables[name] ?? '') !== '');
  const named = profile === null ? '' : ` --profile ${profile}`;
  const login = `Log in: fleet auth login${named} --base-url ${server ?? 'https://…'}`;
  if (facts.code === 'invalid_key') {
    if (holder === undefined) return login;
    // As VS Code asks for it, `${input:key}`: who is told to put a key there would write it into the file.
    return variables[holder]?.includes('${')
      ? `The assistant fills ${holder} in, and doctor cannot: whether the key is valid shows only there.`
      : `Its key is that of ${holder} in ${file}: put a valid one there.`;
  }
  const others = facts.next?.find(({ step }) => step === 'choose_profile');
  // To a service that the entry names belongs a key of its own.
  if (others?.step === 'choose_profile' && !variables['FLEET_BASE_URL']) {
    return chooseProfile(others.profiles);
  }
  const isUnset = kind === 'no_key' || (kind === 'usage' && server === undefined);
  return isUnset && profile === null ? login : undefined;
}

/** Of the ways to choose one the bridge of an assistant follows only the stored choice. */
function chooseProfile(names: readonly string[]): string {
  const [only = '', ...others] = names;
  return others.length === 0
    ? `There is the profile ${only}: choose it with fleet auth switch ${only}.`
    : `There are the profiles ${names.join(', ')}: choose one with fleet auth switch.`;
}
