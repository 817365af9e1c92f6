import { z } from 'zod';
import { DELIVERY_OUTCOMES } from '../../contract/record/delivery.ts';
import { count, id, maybeText, time } from '../catalogue/record-fields.ts';

export const deliveryOutcomeSchema = z.enum(DELIVERY_OUTCOMES);

/** A delivery in lists: `deliverySummary`. */
export const deliverySummarySchema = z
  .strictObject({
    id: id('del'),
    machine_delivery_id: z.string(),
    delivery_id: maybeText.describe("The sender's."),
    machine: id('mac'),
    machine_name: maybeText,
    skill: maybeText,
    received_at: time,
    outcome: deliveryOutcomeSchema,
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
    body_stored: z.boolean(),
  })
  .meta({ id: 'DeliverySummary' });

/** A delivery in full: `deliveryDetail`, with its body where it was asked for. */
export const deliverySchema = deliverySummarySchema
  .extend({
    headers: z.record(z.string(), z.string()).describe('Redacted.'),
    body: maybeText.optional(),
    body_encoding: z.enum(['utf-8', 'base64']).nullable().optional(),
  })
  .meta({ id: 'Delivery' });

/** The record of a hosted URL: never the URL. */
export const hostedUrlSchema = z
  .strictObject({
    machine: z.string(),
    skill: z.string(),
    enabled: z.boolean(),
    key_prefix: maybeText,
    received: count,
    waiting: count,
  })
  .meta({ id: 'HostedUrl' });

/** The record with the URL, for whoever configures the sender. */
export const revealedHostedUrlSchema = hostedUrlSchema
  .extend({ url: z.string() })
  .meta({ id: 'RevealedHostedUrl' });
