import { senderDeliveryId } from '../../contract/record/delivery.ts';
import { formatId } from '../database/row-id.ts';
import { searchTextOf } from '../database/search/search-text.ts';
import type { DeliveryRow, HeldDeliveryRow } from '../database/tables/webhooks.ts';

const ADDRESS_CHARS_MAX = 200;

/** What may be told of a webhook while the rest of it is sealed. */
interface VisibleWebhook {
  readonly path: string;
  readonly address: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyBytes: number;
}

/** What is said of a hosted delivery that its machine has not decided on. */
const HELD = {
  outcome: 'held',
  code: 'held',
  reason: 'waits sealed for its machine to collect it',
} as const;

export const COLLECTED = {
  outcome: 'held',
  code: 'collected',
  reason: 'its machine has collected it and has not reported a decision yet',
} as const;

export const NEVER_COLLECTED = {
  outcome: 'lost',
  code: 'not_collected',
  reason: 'its machine did not collect it within 72 hours',
} as const;

export const NEVER_DECIDED = {
  outcome: 'lost',
  code: 'not_decided',
  reason: 'its machine collected it and reported no decision within the next 72 hours',
} as const;

/** A webhook as a delivery from the moment its sender is answered; its machine's report replaces this. */
export function newHostedDelivery(
  { organisation, id, machine, skill, received_at }: Omit<HeldDeliveryRow, 'sealed'>,
  { path, address, headers, bodyBytes }: VisibleWebhook,
): DeliveryRow {
  const short = (text: string | undefined) => text?.slice(0, ADDRESS_CHARS_MAX) ?? null;
  return withSearchText({
    organisation,
    id,
    machine,
    machine_delivery_id: formatId('del', id),
    sender_delivery_id: senderDeliveryId(headers) ?? null,
    skill,
    received_at,
    ...HELD,
    http_status: 202,
    path,
    address,
    user_agent: short(headers['user-agent']),
    sender: null,
    headers: '{}',
    via: 'ingress',
    machine_job_id: null,
    job: null,
    content_type: short(headers['content-type']),
    body_bytes: bodyBytes,
    webhooks: 1,
  });
}

/** The row with its text for search, in which the id that stands in for the machine's is not. */
export function withSearchText(row: Omit<DeliveryRow, 'search'>): DeliveryRow {
  return { ...row, search: searchTextOf({ ...row, machine_delivery_id: '' }) };
}
