import { rfc3339 } from '../../base/time/rfc3339.ts';
import type { AlertType } from '../../contract/record/channel.ts';
import { formatId } from '../database/row-id.ts';
import type { ChannelRow } from '../database/tables/notifications.ts';
import { shownAddress } from './channel-address.ts';

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
