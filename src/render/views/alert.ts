import type { JsonObject } from '../../base/json/object.ts';
import { ago } from './amount.ts';
import { hasAny, joined, textAt, timeAt } from './member.ts';
import { stateInWords } from './state-tone.ts';
import type { View } from './view.ts';

/** Alerts: whether one is open, what it says, where, since when. */
export const alertView: View = {
  fits: (record) =>
    hasAny(record, 'type') && hasAny(record, 'state') && hasAny(record, 'opened_at', 'resolved_at'),
  columns: [
    { head: 'STATE', goes: 0, cell: (one) => stateInWords(state(one)), state },
    { head: 'TITLE', goes: 0, cell: title, takesRest: true },
    { head: 'TYPE', goes: 4, cell: (one) => stateInWords(textAt(one, 'type')) },
    { head: 'MACHINE', goes: 3, cell: machine, widthMax: 20 },
    { head: 'SINCE', goes: 2, cell: (one, now) => ago(since(one), now) },
    { head: 'JOB', goes: 5, cell: (one) => textAt(one, 'job') },
    { head: 'ID', goes: 1, cell: (one) => textAt(one, 'id') },
  ],
  card: (alert, now) => ({
    state: state(alert),
    title: title(alert),
    parts: [
      { label: 'type', value: stateInWords(textAt(alert, 'type')) },
      { label: 'where', value: machine(alert) },
      { label: 'since', value: ago(since(alert), now) },
      { label: 'resolved', value: ago(timeAt(alert, 'resolved_at'), now) },
      { label: 'job', value: textAt(alert, 'job') },
      { label: 'id', value: textAt(alert, 'id') },
    ],
  }),
};

function state(alert: JsonObject): string {
  return textAt(alert, 'state');
}

/** What an alert says; of one without words, what kind it is and where. */
function title(alert: JsonObject): string {
  const said = textAt(alert, 'title', 'message', 'detail');
  return said === '' ? joined(' on ', stateInWords(textAt(alert, 'type')), machine(alert)) : said;
}

function machine(alert: JsonObject): string {
  return textAt(alert, 'machine_name', 'machine.name', 'machine');
}

function since(alert: JsonObject): number | undefined {
  return timeAt(alert, 'opened_at', 'created_at');
}
