import { sanitiseLine } from './sanitise.ts';

/** Whose use of which service it is, by what a person calls them. */
export interface ServiceInUse {
  readonly baseUrl: string;
  /** Empty where the environment's key is used. */
  readonly profile: string;
}

/** What a person is asked about: the service, and the profile whose key is used. */
export function serviceName({ baseUrl, profile }: ServiceInUse): string {
  return sanitiseLine(profile === '' ? baseUrl : `${baseUrl} (profile ${profile})`);
}
