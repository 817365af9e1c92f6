import type { JsonObject } from '../../base/json/object.ts';
import { joined, textAt } from './member.ts';
import { partsOf } from './parts-by-rule.ts';
import type { View } from './view.ts';

/** What was accepted and goes on: which of its ids is for what. */
export const pendingView: View = {
  fits: (record) => record['pending'] === true,
  columns: [],
  card: (answer, now) => {
    const { pending: _, state, status, job, command_id, ...others } = answer;
    return {
      state: textAt({ state, status }, 'status', 'state'),
      title: 'On its way',
      parts: [
        {
          label: 'job',
          value: named({ job }, 'job', 'by which it is followed, answered, cancelled'),
        },
        {
          label: 'command',
          value: named({ command_id }, 'command_id', 'which brings it to the machine'),
        },
        ...partsOf(others, now),
      ],
    };
  },
};

function named(record: JsonObject, member: string, what: string): string {
  const id = textAt(record, member, `${member}.id`);
  return id === '' ? '' : joined(', ', id, what);
}
