import { expect, test } from 'vitest';
import { Failure } from '../../src/contract/failure.ts';
import { failureForPeople, failureForPrograms } from '../../src/render/failure-text.ts';
import { proves } from '../support/proves.ts';

test('a failure says what, why, what to do and the request id', () => {
  proves('UI-output-errors');
  const failure = new Failure('refused', {
    code: 'rate_limited',
    title: 'Too many requests',
    detail: 'Over 600 a minute.\nSecond line.',
    advice: 'Wait a little.',
    status: 429,
    requestId: 'req_1',
    retryAfterSeconds: 3,
    extra: { problems: [1], exit_code: 99 },
  });
  expect(failureForPeople(failure, { colour: false })).toBe(
    'fleet: Too many requests\n  Over 600 a minute.\n  Second line.\n  Wait a little.\n' +
      '  Try again in 3 s.\n  Request id: req_1\n',
  );
  expect(failureForPrograms(failure, { exitCode: 7, isTerminal: false })).toBe(
    '{"error":{"problems":[1],"exit_code":7,"code":"rate_limited","title":"Too many requests",' +
      '"detail":"Over 600 a minute.\\nSecond line.","advice":"Wait a little.","status":429,' +
      '"request_id":"req_1","retry_after_seconds":3}}\n',
  );
});
