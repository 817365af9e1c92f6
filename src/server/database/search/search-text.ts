import type { DeliveryRow } from '../tables/webhooks.ts';

/** Between two members; no term can hold it, so that none matches across members. */
const SEPARATOR = '\u001f';

type Searched = Pick<
  DeliveryRow,
  | 'sender_delivery_id'
  | 'machine_delivery_id'
  | 'reason'
  | 'code'
  | 'path'
  | 'address'
  | 'user_agent'
>;

/** The seven members that `q` is searched in, in the form in which they are compared. */
export function searchTextOf(delivery: Searched): string {
  return [
    delivery.sender_delivery_id,
    delivery.machine_delivery_id,
    delivery.reason,
    delivery.code,
    delivery.path,
    delivery.address,
    delivery.user_agent,
  ]
    .map((member) => searchTerm(member ?? ''))
    .join(SEPARATOR);
}

/** Folded here and not by an engine, whose rules differ. */
export function searchTerm(text: string): string {
  return text.toLowerCase().replaceAll(SEPARATOR, '');
}

/** A term as a pattern that matches it anywhere, for `like … escape '\'`. */
export function likePattern(term: string): string {
  return `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
