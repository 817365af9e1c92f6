import type { Scope } from '../contract/scope.ts';

/** Who asks: an API key of one organisation, as found by the credential of a request. */
export interface Caller {
  readonly organisation: string;
  readonly kind: 'api_key' | 'person';
  /** Id of the key or the person. */
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
}
