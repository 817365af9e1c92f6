import { expect, test } from 'vitest';
import { refusalIn } from '../../../src/bridge/tasks/call-for-task.ts';
import { proves } from '../../support/proves.ts';

test.each([
  ['a member', { structuredContent: { detail: 'no\u001b[2J\n\u202eright' }, content: [] }],
  ['a text', { content: [{ type: 'text', text: 'no\u001b[2J\n\u202eright' }] }],
])(
  'the words of a service for a refusal, in %s, are one harmless line of ours',
  (_where, result) => {
    proves('UI-output-sanitised');
    expect(refusalIn({ ...result, isError: true })).toEqual({
      text: 'no right',
      mayHaveRun: false,
      isTooSoon: false,
    });
  },
);
