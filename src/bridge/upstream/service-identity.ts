import { Failure } from '../../contract/failure.ts';
import type { Upstream } from './upstream.ts';

/** Which service it is: the person can log in to another one while the bridge runs. */
export interface ServiceIdentity {
  readonly baseUrl: string;
  /** The id of its organisation; undefined where no profile says one. */
  readonly organisation: string | undefined;
}

/** The service that requests of `upstream` reach. */
export function serviceOf({ options, organisation }: Upstream): ServiceIdentity {
  return { baseUrl: options.baseUrl.text, organisation };
}

/**
 * A person agreed to a call, and an assistant chose it, by what one service said of it: another one must
 * not get it. Throws `Failure` usage where requests of `upstream` reach another one than `intended`.
 */
export function assertSameService(intended: ServiceIdentity | undefined, upstream: Upstream): void {
  if (intended === undefined) return;
  const now = serviceOf(upstream);
  const isSameOrganisation =
    intended.organisation === undefined ||
    now.organisation === undefined ||
    intended.organisation === now.organisation;
  if (intended.baseUrl === now.baseUrl && isSameOrganisation) return;
  throw new Failure('usage', {
    code: 'other_service',
    title: 'The login is for another service by now',
    detail: `The call was for ${shown(intended)}, and requests go to ${shown(now)} by now. It was not sent there.`,
    wasSent: false,
    advice:
      'Look at what this service has first, with list_machines, and call again only if the call is meant for it.',
  });
}

function shown({ baseUrl, organisation }: ServiceIdentity): string {
  return organisation === undefined ? baseUrl : `${baseUrl} (organisation ${organisation})`;
}
