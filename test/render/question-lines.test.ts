import { expect, test } from 'vitest';
import { questionLines } from '../../src/render/question-lines.ts';
import { proves } from '../support/proves.ts';

test('of a question that no machine may ask the beginning is shown, and that it is one', () => {
  proves('ATTACK-costly-text');
  const asked = (text: string) =>
    questionLines({ text, context: text, options: [], recommended: undefined });
  const long = 'x'.repeat(200_000);
  expect(asked(long)).toEqual([long, '', long]);
  const cut = [long, '[the rest of this text is left out]'];
  expect(asked(`${long}y`)).toEqual([...cut, '', ...cut]);
});
