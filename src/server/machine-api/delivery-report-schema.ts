import { z } from 'zod';
import { BODY_BYTES_MAX } from '../../contract/limits.ts';
import { type DeliveryReport, MACHINE_OUTCOMES } from '../../contract/record/delivery.ts';
import { idUpTo, machineTime, textUpTo } from './bounded-values.ts';

const line = textUpTo(500);
const id = idUpTo(200);
const headerName = textUpTo(1000);

/** Base64url takes four characters for three bytes. */
const BODY_CHARS_MAX = Math.ceil((BODY_BYTES_MAX * 4) / 3);
const HEADERS_MAX = 200;

/** A body beyond the limit is not stored; refusing it would shut the machine out. */
const body = z
  .string()
  .regex(/^[A-Za-z0-9_-]*$/)
  .transform((text) => (text.length > BODY_CHARS_MAX ? null : text));

/** What is kept alone is looked at. */
const headers = z
  .record(z.string(), z.unknown())
  .transform((all) => Object.fromEntries(Object.entries(all).slice(0, HEADERS_MAX)))
  .pipe(z.record(headerName, textUpTo(8000)));

/** What a machine says of a webhook, `DeliveryReport`. */
export const deliveryReportSchema: z.ZodType<DeliveryReport> = z.object({
  machine_delivery_id: id,
  delivery: idUpTo(64).nullable(),
  sender_delivery_id: line.nullable(),
  skill: textUpTo(200).nullable(),
  received_at: machineTime,
  outcome: z.enum(MACHINE_OUTCOMES),
  reason: textUpTo(2000).nullable(),
  code: textUpTo(100).nullable(),
  http_status: z.int().min(100).max(599),
  path: textUpTo(2000),
  address: textUpTo(200).nullable(),
  user_agent: line.nullable(),
  sender: line.nullable(),
  headers,
  via: z.enum(['http', 'ingress']),
  machine_job_id: id.nullable(),
  content_type: line.nullable(),
  body_bytes: z.int().min(0),
  body: body.nullable(),
});
