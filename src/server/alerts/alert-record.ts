import { z } from 'zod';
import { ALERT_TYPES, CHANNEL_KINDS } from '../../contract/record/channel.ts';
import { id, maybeText, maybeTime, time } from '../catalogue/record-fields.ts';

/** `alertView`. */
export const alertSchema = z
  .strictObject({
    id: id('alt'),
    type: z.enum(ALERT_TYPES),
    state: z.enum(['open', 'resolved']),
    machine: id('mac'),
    machine_name: maybeText,
    job: id('job').nullable(),
    title: z.string(),
    opened_at: time,
    resolved_at: maybeTime,
  })
  .meta({ id: 'Alert' });

/** A notification channel: `channelView`. */
export const channelSchema = z
  .strictObject({
    id: id('chn'),
    kind: z.enum(CHANNEL_KINDS),
    address: z.string().describe('Of a URL only the host.'),
    alert_types: z.array(z.enum(ALERT_TYPES)),
    enabled: z.boolean(),
    created_at: time,
    last_delivery_at: maybeTime,
    last_error: maybeText,
    last_error_at: maybeTime,
  })
  .meta({ id: 'Channel' });
