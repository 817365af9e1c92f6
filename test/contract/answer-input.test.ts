import { expect, test } from 'vitest';
import { answerInput } from '../../src/contract/answer-input.ts';
import { proves } from '../support/proves.ts';

test.each([
  [['high'], '', { answer: 'high', option: 'high' }],
  [['high'], 'Be quick.', { answer: 'high\nBe quick.', option: 'high' }],
  [['a', 'b'], '', { answer: 'a\nb', options: ['a', 'b'] }],
  [['a', 'b', 'a'], 'why', { answer: 'a\nb\nwhy', options: ['a', 'b'] }],
  [[], 'Go ahead.', { answer: 'Go ahead.' }],
])('options %j and text %j', (options, text, input) => {
  proves('UI-job-answer');
  expect(answerInput({ options, text })).toEqual(input);
});
