import type { JsonObject } from '../../base/json/object.ts';
import { ago } from './amount.ts';
import { hasAny, joined, textAt, timeAt } from './member.ts';
import { partsOf } from './parts-by-rule.ts';
import { stateInWords } from './state-tone.ts';
import type { Card, View } from './view.ts';

/** Commands: how one stands, what it is, its error, who asked, where, when. */
export const commandView: View = {
  fits: (record) =>
    hasAny(record, 'type') &&
    hasAny(record, 'status') &&
    hasAny(record, 'asked_by', 'expires_at', 'command_id'),
  columns: [
    { head: 'STATUS', goes: 0, cell: (one) => stateInWords(status(one)), state: status },
    { head: 'COMMAND', goes: 0, cell: subject, takesRest: true },
    { head: 'MACHINE', goes: 3, cell: machine, widthMax: 20 },
    {
      head: 'ASKED BY',
      goes: 4,
      cell: (one) => textAt(one, 'asked_by.name', 'asked_by'),
      widthMax: 20,
    },
    { head: 'WHEN', goes: 2, cell: (one, now) => ago(timeAt(one, 'created_at'), now) },
    { head: 'ID', goes: 1, cell: (one) => textAt(one, 'id', 'command_id') },
  ],
  card: commandCard,
};

function status(command: JsonObject): string {
  return textAt(command, 'status');
}

function subject(command: JsonObject): string {
  const error = textAt(command, 'error.message', 'error.code', 'error');
  return joined(' · ', textAt(command, 'type'), textAt(command, 'skill'), error);
}

function machine(command: JsonObject): string {
  return textAt(command, 'machine_name', 'machine.name', 'machine');
}

function commandCard(command: JsonObject, now: number): Card {
  const isOver = timeAt(command, 'finished_at') !== undefined;
  return {
    state: status(command),
    title: joined(' · ', textAt(command, 'type'), textAt(command, 'skill')),
    parts: [
      {
        label: 'error',
        value: joined(': ', textAt(command, 'error.code'), textAt(command, 'error.message')),
      },
      { label: 'where', value: machine(command) },
      { label: 'when', value: ago(timeAt(command, 'created_at'), now) },
      { label: 'expires', value: isOver ? '' : ago(timeAt(command, 'expires_at'), now) },
      { label: 'asked by', value: textAt(command, 'asked_by.name', 'asked_by') },
      { label: 'job', value: textAt(command, 'job') },
      { label: 'id', value: textAt(command, 'id', 'command_id') },
      ...partsOf({ result: command['result'] }, now),
    ],
  };
}
