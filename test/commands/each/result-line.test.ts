import { expect, test } from 'vitest';
import { resultLine } from '../../../src/commands/each/result-line.ts';
import { proves } from '../../support/proves.ts';

test('the line of a machine has the beginning of what it says, however long that is', () => {
  proves('ATTACK-costly-text');
  const row = { name: 'm', result: 'done', job: 'job_1', command: null, error: null } as const;
  const line = (headline: string) => {
    const answered = { ...row, response: { job: { headline } } };
    return resultLine(answered as unknown as Parameters<typeof resultLine>[0], {
      colour: false,
      nameWidth: 1,
    });
  };
  expect(line('fine')).toMatch(/^m +done +job_1 {2}fine$/);
  expect(line('x'.repeat(1_000_000)).length).toBeLessThan(10_100);
});
