import type { SecretEntry } from './journal-entry.ts';

/** `unknown` where two were on their way at the same time: either may have been the first for the machine. */
type RequestOrder = 'older' | 'later' | 'unknown';

/** Another request of a name of which a value has come, and when the machine got it. */
export interface OtherRequest {
  readonly id: string;
  readonly order: RequestOrder;
}

/** When the machine got a request, beside that for a value that has come. */
export function orderOf(other: SecretEntry, value: SecretEntry): RequestOrder {
  if (isOlder(other, value)) return 'older';
  return isOlder(value, other) ? 'later' : 'unknown';
}

/** Where its response was lost it counts as accepted when it was asked for: nothing else is known of it. */
function isOlder(one: SecretEntry, other: SecretEntry): boolean {
  return one.acceptedAtMs === undefined
    ? one.askedAtMs < other.askedAtMs
    : one.acceptedAtMs <= other.askedAtMs;
}
