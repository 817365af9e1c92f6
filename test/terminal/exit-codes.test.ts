import { expect, test } from 'vitest';
import { Failure } from '../../src/contract/failure.ts';
import { EXIT_CODES, exitCodeOf } from '../../src/terminal/exit-codes.ts';

const listed = EXIT_CODES.map(({ code }) => code);

test.each([
  ['command_not_found', 127],
  ['command_not_started', 126],
])('the exit code of %s is %i, and in the table', (code, exitCode) => {
  expect(exitCodeOf(new Failure('cannot_start', { code, title: 'It cannot be started' }))).toBe(
    exitCode,
  );
  expect(listed).toContain(exitCode);
});

test('the table has each code once, in order', () => {
  expect(listed).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 126, 127, 130, 143]);
});
