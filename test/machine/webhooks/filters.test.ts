import { expect, test } from 'vitest';
import { filterProblem } from '../../../src/machine/webhooks/filters.ts';
import { proves } from '../../support/proves.ts';

const payload = { action: 'opened', issue: { number: 7, labels: ['a', 'b'] }, none: null };

test.each([
  [{ path: 'action', equals: 'opened' }, true],
  [{ path: 'action', equals: 'closed' }, false],
  [{ path: 'issue.number', equals: 7 }, true],
  [{ path: 'issue.number', equals: '7' }, false],
  [{ path: 'issue.labels', equals: ['a', 'b'] }, true],
  [{ path: 'issue.labels.1', in: ['b', 'c'] }, true],
  [{ path: 'none', equals: null }, true],
  [{ path: 'nowhere', equals: null }, false],
  [{ path: 'action', matches: '^open' }, true],
  [{ path: 'issue.number', matches: '^7$' }, true],
  [{ path: 'nowhere', matches: '.*' }, false],
  [{ path: 'constructor.name', equals: 'Object' }, false],
])('the filter %j', (condition, passes) => {
  proves('WIRE-filters');
  expect(filterProblem([condition], payload) === undefined).toBe(passes);
});

test('a regular expression that would run for years is stopped', () => {
  const problem = filterProblem([{ path: 'a', matches: '^(a+)+$' }], { a: `${'a'.repeat(60)}!` });
  expect(problem).toBe('a could not be matched within 100 ms');
});
