import type { JsonObject } from '../../base/json/object.ts';
import { ago } from './amount.ts';
import { hasAny, joined, textAt, textsAt, timeAt } from './member.ts';
import { stateInWords } from './state-tone.ts';
import type { View } from './view.ts';

/** Notification channels: whether one works, where it goes, what it carries. */
export const channelView: View = {
  fits: (record) => hasAny(record, 'alert_types', 'last_delivery_at') && hasAny(record, 'kind'),
  columns: [
    { head: 'STATE', goes: 0, cell: state, state },
    { head: 'CHANNEL', goes: 0, cell: subject, takesRest: true },
    { head: 'CARRIES', goes: 3, cell: carries, widthMax: 60 },
    { head: 'DELIVERED', goes: 2, cell: (one, now) => ago(timeAt(one, 'last_delivery_at'), now) },
    { head: 'ID', goes: 1, cell: (one) => textAt(one, 'id') },
  ],
  card: (channel, now) => ({
    state: state(channel),
    title: joined(' ', textAt(channel, 'kind'), textAt(channel, 'address', 'name')),
    parts: [
      {
        label: 'error',
        value: joined(
          ', ',
          textAt(channel, 'last_error'),
          ago(timeAt(channel, 'last_error_at'), now),
        ),
      },
      { label: 'carries', value: carries(channel) },
      { label: 'delivered', value: ago(timeAt(channel, 'last_delivery_at'), now) },
      { label: 'id', value: textAt(channel, 'id') },
    ],
  }),
};

/** Off, or on and whether the last try arrived. */
function state(channel: JsonObject): string {
  if (channel['enabled'] === false) return 'off';
  if (textAt(channel, 'last_error') !== '') return 'failing';
  return hasAny(channel, 'enabled') ? 'on' : '';
}

function subject(channel: JsonObject): string {
  const where = joined(' ', textAt(channel, 'kind'), textAt(channel, 'address', 'name'));
  return joined(' · ', where, textAt(channel, 'last_error'));
}

function carries(channel: JsonObject): string {
  return textsAt(channel, 'alert_types').map(stateInWords).join(', ');
}
