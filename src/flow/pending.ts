import type { FleetResponse } from '../client/response.ts';
import { memberOf, textOf } from '../contract/response-member.ts';

/** Whether the work behind a response is still on its way: status 202 or `pending: true`. */
export function isPending(response: FleetResponse): boolean {
  return response.status === 202 || memberOf(response.value, 'pending') === true;
}

/** Whether this job or command waits for its machine to collect it. */
export function isUncollected(record: unknown): boolean {
  return ['queued', 'pending'].includes(textOf(record, 'status') ?? '');
}
