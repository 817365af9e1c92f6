import { z } from 'zod';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import { ALERT_TYPES, type AlertType, CHANNEL_KINDS } from '../../contract/record/channel.ts';
import { id, maybeText, maybeTime, time } from '../catalogue/record-fields.ts';
import { formatId } from '../database/row-id.ts';
import type { ChannelRow } from '../database/tables/notifications.ts';

/** A notification channel in lists. */
export const channelSchema = z
  .strictObject({
    id: id('chn'),
    kind: z.enum(CHANNEL_KINDS),
    address: z.string().describe('For a URL, only its host is shown.'),
    alert_types: z.array(z.enum(ALERT_TYPES)),
    enabled: z.boolean(),
    created_at: time,
    last_delivery_at: maybeTime,
    last_error: maybeText,
    last_error_at: maybeTime,
  })
  .meta({ id: 'Channel' });

/** A notification channel as lists show it; `last_error` is null once a try succeeds. */
export function toChannelRecord(channel: ChannelRow) {
  return {
    id: formatId('chn', channel.id),
    kind: channel.kind,
    address: shownAddress(channel),
    alert_types: alertTypesOf(channel),
    enabled: channel.enabled === 1,
    created_at: rfc3339(channel.created_at),
    last_delivery_at: rfc3339(channel.last_delivery_at),
    last_error: channel.last_error,
    last_error_at: rfc3339(channel.last_error_at),
  };
}

export function alertTypesOf({ alert_types }: ChannelRow): readonly AlertType[] {
  return JSON.parse(alert_types);
}

/** The address of a channel as it may be shown: of a URL, which may hold a secret, only the host. */
function shownAddress({ address }: Pick<ChannelRow, 'address'>): string {
  return webAddress(address)?.host ?? address;
}

/** What the audit log calls a channel. */
export function channelSubject(channel: ChannelRow) {
  const id = formatId('chn', channel.id);
  return { kind: 'channel', id, name: shownAddress(channel) } as const;
}

/** The address as a URL that can be posted to; undefined for any other text. */
export function webAddress(address: string): URL | undefined {
  const url = URL.parse(address);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}
