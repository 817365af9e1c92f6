import type { JsonObject } from '../../base/json/object.ts';
import { hasAny, textAt } from './member.ts';
import type { View } from './view.ts';

/** What became of a person's answer: the job goes on with it, its session was resumed, or it is on record. */
export const answerView: View = {
  fits: (record) => hasAny(record, 'delivered') && hasAny(record, 'resumed'),
  columns: [
    { head: 'ANSWER', goes: 0, cell: outcome, takesRest: true },
    { head: 'JOB', goes: 1, cell: (answer) => textAt(answer, 'job') },
  ],
  card: (answer) => ({
    state: '',
    title: outcome(answer),
    parts: [
      { label: 'job', value: textAt(answer, 'job') },
      { label: 'command', value: textAt(answer, 'command_id') },
    ],
  }),
};

/** `resumed` is about a run that had ended: one that waits goes on by itself. */
function outcome({ delivered, resumed }: JsonObject): string {
  if (resumed === true)
    return 'Answered; the run had ended, and its session goes on with the answer';
  return delivered === true
    ? 'Answered; the job goes on'
    : 'The answer is on record; the run had ended and was not resumed';
}
