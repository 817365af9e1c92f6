import type { Role, Scope } from '../../contract/scope.ts';

/** Who asks, as found by the credential of a request: an API key, or a person through an app. */
export interface Caller {
  /** Row id of the organisation (`database/row-id.ts`). */
  readonly organisation: number;
  readonly kind: 'api_key' | 'person';
  /** Id of the key or the person, as it is shown. */
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  /** As which the credential acts: a key as the role of its scope, an app as its person. */
  readonly role: Role;
  /** Id of the key or the app's token: what the rate limit counts by. */
  readonly credential: string;
}
