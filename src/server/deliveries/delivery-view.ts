import { lowerCaseNames } from '../../base/headers/lower-case.ts';
import { redactHeaders } from '../../base/headers/redact.ts';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import { formatId } from '../database/row-id.ts';
import type { MachineRow } from '../database/schema.ts';
import type { DeliveryRow } from '../database/tables/webhooks.ts';

interface DeliveryFacts {
  readonly delivery: DeliveryRow;
  readonly machine: MachineRow | undefined;
  /** Whether its body is kept. */
  readonly hasBody: boolean;
}

/** A delivery as lists show it. */
export function toDeliverySummary({ delivery, machine, hasBody }: DeliveryFacts) {
  return {
    id: formatId('del', delivery.id),
    machine_delivery_id: delivery.machine_delivery_id,
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
  const text = textOf(body);
  return text === undefined
    ? { body: body.toString('base64'), body_encoding: 'base64' }
    : { body: text, body_encoding: 'utf-8' };
}

/** The text that bytes are in UTF-8, unchanged; undefined for other bytes. */
export function textOf(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return undefined;
  }
}
