import { z } from 'zod';
import { lowerCaseNames } from '../../base/headers/lower-case.ts';
import { redactHeaders } from '../../base/headers/redact.ts';
import { decodeUtf8 } from '../../base/text/utf8.ts';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import { DELIVERY_OUTCOMES } from '../../contract/record/delivery.ts';
import { count, id, maybeText, time } from '../catalogue/record-fields.ts';
import { formatId } from '../database/row-id.ts';
import type { DeliveryRow } from '../database/tables/webhooks.ts';
import type { ListedDelivery, ListedDeliveryRow } from './listed-deliveries.ts';

export const deliveryOutcomeSchema = z.enum(DELIVERY_OUTCOMES);

/** A delivery in lists. */
export const deliverySummarySchema = z
  .strictObject({
    id: id('del'),
    machine_delivery_id: maybeText.describe('Null until the machine has decided on it.'),
    delivery_id: maybeText.describe("The sender's."),
    machine: id('mac'),
    machine_name: maybeText,
    skill: maybeText,
    received_at: time,
    outcome: deliveryOutcomeSchema.describe(
      'Decided by the machine: `accepted`, `rejected`, `skipped`, `duplicate`. Of a hosted URL also `held` until then, `lost` after 72 hours, `refused` at a cap.',
    ),
    reason: maybeText,
    code: maybeText,
    http_status: z.int(),
    path: z.string(),
    address: maybeText,
    user_agent: maybeText,
    sender: maybeText,
    via: z.enum(['http', 'ingress']),
    job: id('job').nullable(),
    machine_job_id: maybeText,
    content_type: maybeText,
    body_bytes: count,
    webhooks: count.describe('More than 1 where it stands for all that a URL refused in a minute.'),
    body_stored: z.boolean(),
  })
  .meta({ id: 'DeliverySummary' });

/** A delivery in full, with its body where the caller wants it. */
export const deliverySchema = deliverySummarySchema
  .extend({
    headers: z.record(z.string(), z.string()).describe('Redacted.'),
    body: maybeText.optional(),
    body_encoding: z.enum(['utf-8', 'base64']).nullable().optional(),
  })
  .meta({ id: 'Delivery' });

interface DeliverySummaryFacts {
  readonly delivery: ListedDeliveryRow;
  readonly machine: { readonly name: string | null } | undefined;
  /** Whether its body is kept. */
  readonly hasBody: boolean;
}

interface DeliveryFacts extends DeliverySummaryFacts {
  readonly delivery: DeliveryRow;
}

/** Whether the machine has decided on a delivery, and so knows it. */
export function isDecided({ outcome }: Pick<DeliveryRow, 'outcome'>): boolean {
  return outcome !== 'held' && outcome !== 'lost' && outcome !== 'refused';
}

/** The summary of a delivery in a list. */
export function toListedSummary(delivery: ListedDelivery) {
  const machine = { name: delivery.machine_name };
  return toDeliverySummary({ delivery, machine, hasBody: delivery.kept_body !== null });
}

function toDeliverySummary({ delivery, machine, hasBody }: DeliverySummaryFacts) {
  return {
    id: formatId('del', delivery.id),
    machine_delivery_id: isDecided(delivery) ? delivery.machine_delivery_id : null,
    delivery_id: delivery.sender_delivery_id,
    machine: formatId('mac', delivery.machine),
    machine_name: machine?.name ?? null,
    skill: delivery.skill,
    received_at: rfc3339(delivery.received_at),
    outcome: delivery.outcome,
    reason: delivery.reason,
    code: delivery.code,
    http_status: delivery.http_status,
    path: delivery.path,
    address: delivery.address,
    user_agent: delivery.user_agent,
    sender: delivery.sender,
    via: delivery.via,
    job: delivery.job === null ? null : formatId('job', delivery.job),
    machine_job_id: delivery.machine_job_id,
    content_type: delivery.content_type,
    body_bytes: delivery.body_bytes,
    webhooks: delivery.webhooks,
    body_stored: hasBody,
  };
}

/** A delivery in full, with its redacted headers. */
export function toDeliveryDetail(facts: DeliveryFacts) {
  return {
    ...toDeliverySummary(facts),
    headers: redactHeaders(lowerCaseNames(JSON.parse(facts.delivery.headers))),
  };
}

/** A body as text where it is UTF-8, else base64. */
export function toDeliveryBody(body: Buffer | undefined) {
  if (body === undefined) return { body: null, body_encoding: null };
  const text = decodeUtf8(body, { keepByteOrderMark: true });
  return text === undefined
    ? { body: body.toString('base64'), body_encoding: 'base64' }
    : { body: text, body_encoding: 'utf-8' };
}
