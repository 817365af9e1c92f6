import type { JsonObject } from '../../base/json/object.ts';
import { ago } from './amount.ts';
import { hasAny, joined, textAt, timeAt } from './member.ts';
import { partsOf } from './parts-by-rule.ts';
import type { View } from './view.ts';

/** Problem reports: how one stands, its number and title, how bad, by whom, when. */
export const issueView: View = {
  fits: (record) =>
    hasAny(record, 'title') && hasAny(record, 'status') && hasAny(record, 'severity', 'number'),
  columns: [
    { head: 'STATUS', goes: 0, cell: status, state: status },
    {
      head: 'TITLE',
      goes: 0,
      cell: (one) => joined(' ', number(one), textAt(one, 'title')),
      takesRest: true,
    },
    { head: 'SEVERITY', goes: 2, cell: severity, state: severity },
    { head: 'KIND', goes: 3, cell: (one) => textAt(one, 'kind') },
    { head: 'BY', goes: 4, cell: by, widthMax: 20 },
    { head: 'WHEN', goes: 1, cell: (one, now) => ago(timeAt(one, 'created_at'), now) },
  ],
  card: (issue, now) => ({
    state: status(issue),
    title: joined(' ', number(issue), textAt(issue, 'title')),
    parts: [
      { text: textAt(issue, 'description', 'body'), linesMax: 20 },
      { label: 'severity', value: severity(issue) },
      { label: 'kind', value: textAt(issue, 'kind') },
      { label: 'by', value: joined(', ', by(issue), textAt(issue, 'contact_email')) },
      { label: 'when', value: ago(timeAt(issue, 'created_at'), now) },
      {
        label: 'about',
        value: joined(
          ', ',
          textAt(issue, 'machine'),
          textAt(issue, 'skill'),
          textAt(issue, 'job'),
          textAt(issue, 'delivery'),
        ),
      },
      { label: 'page', value: textAt(issue, 'url') },
      { label: 'id', value: textAt(issue, 'id') },
      ...partsOf({ diagnostics: issue['diagnostics'] }, now),
    ],
  }),
};

function status(issue: JsonObject): string {
  return textAt(issue, 'status');
}

function severity(issue: JsonObject): string {
  return textAt(issue, 'severity');
}

function number(issue: JsonObject): string {
  const written = textAt(issue, 'number');
  return written === '' ? '' : `#${written}`;
}

function by(issue: JsonObject): string {
  return textAt(issue, 'reported_by.name', 'reported_by');
}
