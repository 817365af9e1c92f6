import type { FleetResponse } from '../client/response.ts';
import { memberOf } from '../contract/response-member.ts';

/** Whether the work behind a response is still on its way: status 202 or `pending: true`. */
export function isPending(response: FleetResponse): boolean {
  return response.status === 202 || memberOf(response.value, 'pending') === true;
}
