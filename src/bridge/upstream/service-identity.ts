import { Failure } from '../../contract/failure.ts';
import type { Upstream } from './upstream.ts';

/** Which service it is: the person can log in to another one while the bridge runs. */
export interface ServiceIdentity {
  readonly baseUrl: string;
  /** Empty where nothing of a profile is used. */
  readonly profile: string;
  /** The id of its organisation; undefined where no profile says one. */
  readonly organisation: string | undefined;
}

/** The service that requests of `upstream` reach. */
export function serviceOf({ options, organisation, profile }: Upstream): ServiceIdentity {
  return { baseUrl: options.baseUrl.text, profile, organisation };
}

/**
 * An assistant chose its calls, and a person agreed to some, by what one service said: another one must
 * not get them. Nor may a key that was revoked to stop an assistant give way to the one of another profile,
 * which may do more. Throws `Failure` usage where requests of `next` would be such ones.
 */
export function assertSameService(before: Upstream, next: Upstream): void {
  const [was, now] = [serviceOf(before), serviceOf(next)];
  const isSameOrganisation =
    was.organisation === undefined ||
    now.organisation === undefined ||
    was.organisation === now.organisation;
  const isSameLogin = was.baseUrl === now.baseUrl && was.profile === now.profile;
  if (isSameLogin && isSameOrganisation) return;
  throw new Failure('usage', {
    code: 'other_service',
    title: 'The login is for another service, or another profile, by now',
    detail: `This connection is to ${shown(was)}, whose key is refused, and the login is for ${shown(now)} by now. Nothing was sent there.`,
    wasSent: false,
    advice: 'A new connection of the assistant is to the service of the login.',
  });
}

function shown({ baseUrl, organisation, profile }: ServiceIdentity): string {
  const about = [
    ...(profile === '' ? [] : [`profile ${profile}`]),
    ...(organisation === undefined ? [] : [`organisation ${organisation}`]),
  ];
  return about.length === 0 ? baseUrl : `${baseUrl} (${about.join(', ')})`;
}
