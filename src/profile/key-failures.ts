import { Failure } from '../contract/failure.ts';
import type { NamedProfile } from './profiles.ts';

/** The failure of a profile whose key is not where it was stored. */
export function lostKey({ name, storage }: Pick<NamedProfile, 'name' | 'storage'>): Failure {
  return new Failure('no_key', {
    code: 'no_key',
    title: 'No API key',
    detail: `The profile ${name} is there, and its key is not in the ${storage}.`,
    next: [{ step: 'log_in_again', profile: name }],
  });
}

/** The failure of a request to `origin` with a key that was stored for another one. */
export function foreignOrigin(
  { name, origin: own }: Pick<NamedProfile, 'name' | 'origin'>,
  origin: string,
): Failure {
  return new Failure('no_key', {
    code: 'foreign_origin',
    title: 'The stored key is for another service',
    detail: `The key of the profile ${name} is for ${own}, and the request would go to ${origin}.`,
    next: [{ step: 'log_in_to_origin', origin }],
  });
}
