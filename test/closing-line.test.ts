import { expect, test } from 'vitest';
import { closingLine, isGood } from './closing-line.ts';
import { proves } from './support/proves.ts';

proves('UI-setup-test');

test('the closing line names skips and their reasons only where there are some', () => {
  expect(closingLine({ passed: 12, failed: 0, skipped: [] })).toBe('12 passed, 0 failed');
  const skipped = ['no PostgreSQL', 'no keychain service', 'no PostgreSQL'];
  expect(closingLine({ passed: 1, failed: 2, skipped })).toBe(
    '1 passed, 2 failed, 3 skipped (no PostgreSQL, no keychain service)',
  );
});

test('a run is good without failures; where everything is required, without skips too', () => {
  expect(isGood({ passed: 1, failed: 0, skipped: [] }, true)).toBe(true);
  expect(isGood({ passed: 1, failed: 1, skipped: [] }, false)).toBe(false);
  expect(isGood({ passed: 1, failed: 0, skipped: ['no PostgreSQL'] }, false)).toBe(true);
  expect(isGood({ passed: 1, failed: 0, skipped: ['no PostgreSQL'] }, true)).toBe(false);
  expect(isGood({ passed: 0, failed: 0, skipped: [] }, false)).toBe(false);
});
