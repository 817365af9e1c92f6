import type { JsonObject } from '../../base/json/object.ts';
import { ago } from './amount.ts';
import { hasAny, joined, textAt, timeAt } from './member.ts';
import { partsOf } from './parts-by-rule.ts';
import { stateInWords } from './state-tone.ts';
import type { View } from './view.ts';

/** Entries of the audit log: what was done, to what, by whom, when. */
export const auditEntryView: View = {
  fits: (record) => hasAny(record, 'action') && hasAny(record, 'actor', 'at'),
  columns: [
    { head: 'ACTION', goes: 0, cell: (one) => textAt(one, 'action'), takesRest: true },
    { head: 'BY', goes: 1, cell: by },
    { head: 'ABOUT', goes: 3, cell: about, widthMax: 40 },
    { head: 'WHEN', goes: 2, cell: (one, now) => ago(timeAt(one, 'at', 'created_at'), now) },
    { head: 'ID', goes: 4, cell: (one) => textAt(one, 'id') },
  ],
  card: (entry, now) => ({
    state: '',
    title: textAt(entry, 'action'),
    parts: [
      { label: 'by', value: joined(', ', by(entry), stateInWords(textAt(entry, 'actor.kind'))) },
      { label: 'about', value: about(entry) },
      { label: 'when', value: ago(timeAt(entry, 'at', 'created_at'), now) },
      { label: 'command', value: textAt(entry, 'command_id') },
      { label: 'request', value: textAt(entry, 'request_id') },
      { label: 'id', value: textAt(entry, 'id') },
      ...partsOf({ changes: entry['changes'] ?? entry['details'] }, now),
    ],
  }),
};

function by(entry: JsonObject): string {
  return textAt(entry, 'actor.name', 'actor.id', 'actor');
}

function about(entry: JsonObject): string {
  const machine = textAt(entry, 'machine_name', 'machine');
  const things = joined(' ', textAt(entry, 'skill'), machine, textAt(entry, 'job'));
  return things === '' ? textAt(entry, 'command_id') : things;
}
