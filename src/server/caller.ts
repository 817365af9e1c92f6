import type { Scope } from '../contract/scope.ts';

/** Who asks: an API key of one organisation, as found by the credential of a request. */
export interface Caller {
  /** Row id of the organisation (`store/row-id.ts`). */
  readonly organisation: number;
  readonly kind: 'api_key' | 'person';
  /** Id of the key or the person, as it is shown. */
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
}
