import type { Environment } from '../base/environment.ts';

/** They decide which service is reached, and with which key, before a profile does. */
export const DECIDING = ['FLEET_BASE_URL', 'FLEET_API_KEY', 'FLEET_API_KEY_FILE'] as const;

/**
 * The environment of a bridge whose flags name this profile, without what would go before it: some assistants
 * hand on all variables of their terminal, and the key that a script has there may do what the profile may not.
 */
export function profileEnvironment(
  environment: Environment,
  profile: string | undefined,
): Environment {
  if (profile === undefined) return environment;
  const none = DECIDING.map((name) => [name, undefined]);
  return { ...environment, ...Object.fromEntries(none) };
}
