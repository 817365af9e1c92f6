import { Failure } from '../../contract/failure.ts';
import type { NamedProfile } from '../../profile/profiles.ts';

/**
 * Keeps a key that is known here from a service that it is not for, as one typed at the wrong question.
 * Throws `Failure` usage, naming the profile that has it for another origin, unless one has it for this
 * origin too, or it is that of the login's own name, whose service may have moved.
 */
export function refuseForeignKey(
  profiles: readonly NamedProfile[],
  login: Pick<NamedProfile, 'name' | 'origin' | 'key_fingerprint'>,
): void {
  const owners = profiles.filter(({ key_fingerprint: own }) => own === login.key_fingerprint);
  const isKnownThere = owners.some(
    ({ name, origin }) => name === login.name || origin === login.origin,
  );
  const [owner] = owners;
  if (owner === undefined || isKnownThere) return;
  throw new Failure('usage', {
    code: 'foreign_key',
    title: 'The key is for another service',
    detail: `It is that of the profile ${owner.name}, for ${owner.origin}; the login is to ${login.origin}. Nothing was sent.`,
    advice: `Give a key of ${login.origin}; where the service of that profile has moved there, add --profile ${owner.name}.`,
  });
}
