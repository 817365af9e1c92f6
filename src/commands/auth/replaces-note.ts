import type { NamedProfile } from '../../profile/profiles.ts';
import { sanitiseLine } from '../../render/sanitise.ts';

/**
 * What a login is about to replace, in lines for the person who can still leave it: the key that the
 * profile `name` has for another service, which many services show only once. '' where there is none.
 */
export function replacesNote(
  profiles: readonly NamedProfile[],
  { name, origin }: Pick<NamedProfile, 'name' | 'origin'>,
): string {
  const before = profiles.find((profile) => profile.name === name);
  if (before === undefined || before.origin === origin) return '';
  return (
    `This login replaces ${keyInWords(before)} that the profile ${name} has for ${before.origin}.\n` +
    'To keep both, leave it with Ctrl-C and give another --profile.\n'
  );
}

/** Nobody has that key any more who could use it, and the service still takes it. */
export function replacedNote(before: NamedProfile): string {
  const { name, origin } = before;
  const key = keyInWords(before);
  return `${key[0]?.toUpperCase()}${key.slice(1)} that the profile ${name} had for ${origin} stays valid at the service until it is revoked there.\n`;
}

function keyInWords({ key_name: name }: NamedProfile): string {
  return name === null ? 'the key' : `the key ${sanitiseLine(name)}`;
}
