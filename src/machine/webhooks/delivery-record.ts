import { z } from 'zod';
import { MACHINE_OUTCOMES } from '../../contract/record/delivery.ts';

const textOrNull = z.string().nullable();

const deliveryFile = z.object({
  report: z.object({
    machine_delivery_id: z.string(),
    delivery: textOrNull,
    sender_delivery_id: textOrNull,
    skill: textOrNull,
    received_at: z.string(),
    outcome: z.enum(MACHINE_OUTCOMES),
    reason: textOrNull,
    code: textOrNull,
    http_status: z.int(),
    path: z.string(),
    address: textOrNull,
    user_agent: textOrNull,
    sender: textOrNull,
    headers: z.record(z.string(), z.string()),
    via: z.enum(['http', 'ingress']),
    machine_job_id: textOrNull,
    content_type: textOrNull,
    body_bytes: z.int(),
  }),
  /** The sender's query string, redacted; files of the first version have none. */
  query: z.string().default(''),
  /** False from the acceptance until its job is queued. */
  settled: z.boolean(),
  reported: z.boolean(),
  /** By what it is recognised; files of the first version have none. */
  marks: z.array(z.string()).default([]),
});

/** A delivery as in its file in `state/deliveries/`; the body is in a second file. */
export type Delivery = Readonly<z.output<typeof deliveryFile>>;

/** Parses the file of a delivery. Throws `SyntaxError` or `ZodError` where it is not valid. */
export function parseDeliveryFile(text: string): Delivery {
  return deliveryFile.parse(JSON.parse(text));
}
