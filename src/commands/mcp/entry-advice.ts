import type { Failure } from '../../contract/failure.ts';

const KEY_VARIABLES = ['FLEET_API_KEY', 'FLEET_API_KEY_FILE'];

/** How the bridge of an entry comes to its service and its key. */
export interface Reached {
  readonly profile: string | null;
  /** Undefined where nobody said where the service is. */
  readonly server: string | undefined;
  /** The assistant's file. */
  readonly file: string;
  /** The variables that it gives the bridge. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/**
 * What a person does about a refusal that the bridge gets; undefined where the failure says it well. A
 * variable of this terminal is no help, since it does not reach the assistant.
 */
export function adviceOn({ facts, kind }: Failure, reached: Reached): string | undefined {
  const { file, profile, server, variables } = reached;
  const holder = KEY_VARIABLES.find((name) => (variables[name] ?? '') !== '');
  const named = profile === null ? '' : ` --profile ${profile}`;
  const login = `Log in: fleet auth login${named} --base-url ${server ?? 'https://…'}`;
  if (facts.code === 'invalid_key') {
    return holder === undefined
      ? login
      : `Its key is that of ${holder} in ${file}: put a valid one there.`;
  }
  const isUnset = kind === 'no_key' || (kind === 'usage' && server === undefined);
  return isUnset && profile === null ? login : undefined;
}
